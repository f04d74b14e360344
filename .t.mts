import {ksesPost} from './plugins/formatting/kses.ts'; import fs from 'fs';
const m=JSON.parse(fs.readFileSync('spec/fixtures/vectors/misc.json','utf8'));
for(const c of m.ksesPost){const r=ksesPost(c.value); if(r!==c.result) console.log(JSON.stringify(c.value),'\n exp',JSON.stringify(c.result),'\n got',JSON.stringify(r))}
const t=(n,f)=>{const s=performance.now();try{f()}catch(e){console.log(n,e.message)};const d=Math.round(performance.now()-s); if(d>200)console.log(n,d)};
for (const u of ['<','<a ','&','<!-- wp:a {','<!-- wp:a {} ','<!-- wp:a { -->','<!--','<!-- ','<!-->','<!--->','<!-- a -->','a','&#','&#0','&#58','<a href="','<a href="x','<a href=":','"','\'','<a x=','<a \'','-','--','>','<>','</','< ','<a style="url(','[',' ', '&amp;', '&lt;', '<b>', '<a href="a:b">','<!<!--'])
 { t('rep '+u,()=>ksesPost(u.repeat(Math.floor(1e6/u.length)))); 
 const v=u.replace(/[<>]/g,''); 
 for (const w of [v, 'url(', 'var(', 'a:', '&#58;', '&colon;', 'rgb(', ' ', '=', ' =', 'a ', ';', 'a=', 'a=b ', '/','a="b"c ', '\n','--','linear-gradient(','rgba()','-'])  if(u===v||u==='<') {
  t('attr '+w,()=>ksesPost('<a href="'+w.repeat(Math.floor(1e6/w.length))+'">'));
  t('style '+w,()=>ksesPost('<a style="background:'+w.repeat(Math.floor(1e6/w.length))+'">'));
  t('style2 '+w,()=>ksesPost('<a style="background:linear-gradient('+w.repeat(Math.floor(1e6/w.length))+'">'));
  t('bare '+w,()=>ksesPost('<a '+w.repeat(Math.floor(1e6/w.length))+'>'));
  t('com '+w,()=>ksesPost('<!-- '+w.repeat(Math.floor(1e6/w.length))+'-->')); }
 }
