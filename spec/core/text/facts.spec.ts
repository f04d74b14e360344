import { expect } from 'chai';
import {
  cleanUrl,
  escapeHtml,
  isEmail,
  removeAccents,
  sanitizeTextareaField,
  sanitizeTextField,
  slugify,
  stripEntities,
  stripTags,
  truncateSlug,
} from '../../../core/text/index.ts';
import { sanitizeHtmlClass } from '../../../plugins/class-list/html-class.ts';
import { sanitizeFileName } from '../../../plugins/media/upload/sanitize-file-name.ts';
import { sanitizeUser } from '../../../plugins/users/index.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';

describe('text: email addresses', () => {
  for (const text of ['.a..b.@example.com', 'ab@c.d', 'user@example.123', "o'brien@a-b.co", '{x}@example.com'])
    it(`accepts ${text}`, () => expect(isEmail(text)).to.equal(true));
  for (const text of [
    'a@b.c',
    '"a b"@example.com',
    'ü@example.com',
    'a@ex_ample.com',
    'a@exa..mple.com',
    'a@-b.com',
    '@example.com',
    '@a@example.com',
    'a@example.com\n',
  ])
    it(`refuses ${JSON.stringify(text)}`, () => expect(isEmail(text)).to.equal(false));
});

describe('text: addresses', () => {
  const cases: [string, string][] = [
    ['feed:javascript:alert(1)', ''],
    ['feed://example.com', 'feed://example.com'],
    ['javascript&#58;alert(1)', 'http://javascript&#58;alert(1)'],
    ['http&#58;//example.com:80', ''],
    ['java\nscript:alert(1)', ''],
    ['http;//example.com', 'http://example.com'],
    ['http://[::1]/a[0]', 'http://[::1]/a%5B0%5D'],
    ['http://example.com/%0%0dd%0A', 'http://example.com/'],
    ['mailto:a@example.com?body=a%0D%0Ab', 'mailto:a@example.com?body=a%0D%0Ab'],
    ['http://bücher.example/ü', 'http://bücher.example/ü'],
    ['http://example.com/"><script>', 'http://example.com/script'],
    ['constructor:x', ''],
  ];
  for (const [text, url] of cases)
    it(`cleans ${JSON.stringify(text)} to ${JSON.stringify(url)}`, () => expect(cleanUrl(text)).to.equal(url));

  it('allows the protocols that it is given', () => {
    expect(cleanUrl('foo://x', new Set(['foo']))).to.equal('foo://x');
    expect(cleanUrl('http://x', new Set(['foo']))).to.equal('');
  });
});

describe('text: tags and entities', () => {
  const tags: [string, string][] = [
    ['a<b>b</b>c', 'abc'],
    ['1 < 2 > 1', '1 < 2 > 1'],
    ['<a title=">">x</a>', 'x'],
    ['<!-- > "\' -->x', 'x'],
    ['<!-->x', 'x'],
    ['<?php echo 1 > 0; ?>x', 'x'],
    ['<?xml version="1.0">x', 'x'],
    ['<!DOCTYPE html>x', 'x'],
    ['<div <b>>x', 'x'],
    ['x<unclosed', 'x'],
    ['a\0b', 'ab'],
  ];
  for (const [text, plain] of tags)
    it(`strips ${JSON.stringify(text)} to ${JSON.stringify(plain)}`, () => expect(stripTags(text)).to.equal(plain));

  it('removes script and style with what is in them', () => {
    expect(sanitizeTextField('a<SCRIPT x>1<b></Script>b<style>c</style>d')).to.equal('abd');
    expect(sanitizeTextField('a<script>1</style>b')).to.equal('a1b');
  });

  it('escapes once: known entities stay', () => {
    expect(escapeHtml(`<a href="x" id='y'>`)).to.equal('&lt;a href=&quot;x&quot; id=&#039;y&#039;&gt;');
    expect(escapeHtml('a & b &amp; &nonsense; &#38; &#x26; &#0; &constructor;')).to.equal(
      'a &amp; b &amp; &amp;nonsense; &#038; &#x26; &amp;#0; &amp;constructor;',
    );
  });

  it('removes entities that end on their line', () => {
    expect(stripEntities('a &amp; b &x\n; c &;d; e &')).to.equal('a  b &x\n; c  e &');
  });
});

describe('text: plain text fields', () => {
  it('removes octets that form when others go', () => expect(sanitizeTextField('a%4%411b')).to.equal('ab'));
  it('keeps the lines of a textarea', () => expect(sanitizeTextareaField(' <i>a</i>\n\n  b ')).to.equal('a\n\n  b'));
  it('keeps a < that opens no tag as an entity', () => expect(sanitizeTextareaField('a <\nb')).to.equal('a &lt;\nb'));
});

describe('text: slugs', () => {
  const cases: [string, string][] = [
    ['Ærøskøbing ĳ ŉ', 'aeroskobing-ij-n'],
    ['Tiếng Việt', 'tieng-viet'],
    ['йод', '%d0%b9%d0%be%d0%b4'],
    ['a\u2003b\u200bc', 'a-bc'],
    ['3×4 & 5&nbsp;6', '3x4-5-6'],
    ['\ud800lone', 'lone'],
    ['¿Qué?', 'que'],
    ['%zz 50%', 'zz-50'],
  ];
  for (const [title, slug] of cases)
    it(`makes ${JSON.stringify(slug)} of ${JSON.stringify(title)}`, () => expect(slugify(title)).to.equal(slug));

  it('keeps 200 characters and cuts no encoded letter', () => {
    expect(slugify('a'.repeat(300))).to.have.length(200);
    expect(slugify(`aa${'я'.repeat(100)}`)).to.equal(`aa${'%d1%8f'.repeat(33)}`);
    expect(truncateSlug('%d1%8f%d1%8f', 11)).to.equal('%d1%8f');
    expect(truncateSlug('abc-def', 4)).to.equal('abc');
  });

  it('takes the fallback when nothing is left', () => expect(slugify('!!!', 'untitled')).to.equal('untitled'));

  it('reads decomposed accents as their letters and leaves other scripts', () => {
    expect(removeAccents('Cafe\u0301 Ωμέγα 日本 7×8')).to.equal('Cafe Ωμέγα 日本 7×8');
  });
});

describe('text: names', () => {
  it('reduces a login name to ASCII when strict', () => {
    expect(sanitizeUser('  <b>Jürgen</b> &amp; %41 ☃ Co  ', true)).to.equal('Jurgen Co');
    expect(sanitizeUser('☃  man')).to.equal('☃ man');
  });

  it('names a file that is only an extension', () => expect(sanitizeFileName('.jpg')).to.equal('unnamed-file.jpg'));

  it('marks inner extensions that are not allowed', () => {
    expect(sanitizeFileName('a.php5.pdf.exe.png')).to.equal('a.php5_.pdf.exe_.png');
    expect(sanitizeFileName('a.b.constructor.png', new Set(['png']))).to.equal('a.b.constructor.png');
  });

  it('falls back to a second class name', () => expect(sanitizeHtmlClass('%41 !', 'b c')).to.equal('bc'));
});

describe('text: hostile input', () => {
  const inputs: Record<string, (size: number) => string> = {
    'percent signs before digits': (size) => '%'.repeat(size) + '41'.repeat(size),
    'ampersands without an end': filledWith('&'),
    'ampersands on lines of their own': (size) => `${filledWith('&\n')(size)};`,
    'opened scripts': filledWith('<script'),
    'scripts without an end': filledWith('<script>'),
    'opened tags': filledWith('<a '),
    digits: (size) => `+${'1'.repeat(size)}x`,
    blanks: filledWith(' '),
    dots: (size) => `a@${'.'.repeat(size)}`,
    dashes: (size) => `a@${filledWith('a-')(size)}`,
  };
  const functions = { sanitizeTextField, sanitizeUser, sanitizeFileName, slugify, cleanUrl, isEmail, escapeHtml };
  for (const [what, input] of Object.entries(inputs)) {
    for (const [name, clean] of Object.entries(functions)) {
      it(`takes ${name} time in proportion to the length of ${what}`, () => expectProportionalTime(input, clean));
    }
  }
});
