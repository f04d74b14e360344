import { startWordPress } from '/tmp/team/rig/spec/support/wordpress/site.ts';
console.time('start');
const site = await startWordPress({ themeData: process.argv[2] === 'full', posts: Number(process.argv[3] ?? 0) });
console.timeEnd('start');
console.log(site.url, site.path, site.users);
for (const p of ['/wp-json/', '/wp-json/wp/v2/posts', '/wp-json/wp/v2/posts', '/wp-json/wp/v2/users/me?context=edit', '/wp-json/wp/v2/media']) {
  console.time(p);
  const a = await fetch(site.url + p, { headers: { authorization: site.authorization('admin') } });
  console.log(a.status, (await a.text()).slice(0, 300)); console.timeEnd(p);
}
if (process.argv[4]) await new Promise(r => setTimeout(r, 1e9));
await site.close();
