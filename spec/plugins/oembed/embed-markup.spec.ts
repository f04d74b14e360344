import { expect } from 'chai';
import { embedMarkup } from '../../../plugins/oembed/embed-markup.ts';
import { providerOf } from '../../../plugins/oembed/providers.ts';
import { expectProportionalTime, filledWith } from '../../support/growth.ts';

const VIDEO = 'https://www.youtube.com/watch?v=a';
const POST = 'https://www.tiktok.com/@a/video/1';
const OTHER = 'https://films.example/1';

const clean = (markup: string, url = VIDEO, title?: string) =>
  embedMarkup(markup, { url, provider: providerOf(url), ...(title === undefined ? {} : { title }) });

describe('the markup of providers', () => {
  it('keeps frames of the provider as they are, with a title, in one line', async () => {
    const frame =
      '<iframe title="Fish &amp; &quot;salt&quot;" width="600" height="338" src="https://www.youtube.com/embed/a?b=1&amp;c=2" frameborder="0" allow="autoplay; encrypted-media" allowfullscreen=""></iframe>';
    expect(await clean(frame)).to.equal(frame);
    const plain = '\n<iframe\nsrc="https://www.youtube.com/embed/a">\nx</iframe>\n';
    expect(await clean(plain, VIDEO, 'A [b] "c"')).to.equal(
      '<iframe title="A &#091;b&#093; &quot;c&quot;" src="https://www.youtube.com/embed/a"></iframe>',
    );
  });

  it('keeps quotations with the scripts that a provider is known for, and what they are told', async () => {
    const markup =
      '<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@a/video/1" data-video-id="1" style="max-width: 605px">' +
      '<section><a target="_blank" title="@a" href="https://www.tiktok.com/@a">@a</a></section></blockquote>' +
      '<script async src="https://www.tiktok.com/embed.js" charset="utf-8"></script>';
    expect(await clean(markup, POST)).to.equal(markup);
  });

  it('comes out as it is when it is cleaned again', async () => {
    for (const [markup, url] of [
      ['<p>a<br>b <b>c</p> &amp;lt; [gallery] <iframe src="//www.youtube.com/embed/a">', VIDEO],
      [
        '<blockquote class="x"><a href="https://films.example/1">F</a></blockquote><iframe src="https://films.example/1/embed/" style="position: absolute; clip: rect(1px, 1px, 1px, 1px);">',
        OTHER,
      ],
    ] as const) {
      const once = await clean(markup, url, 'T');
      expect(once).to.include('<iframe');
      expect(await clean(once!, url, 'T')).to.equal(once);
    }
  });

  it('puts frames of sites that are not trusted into a sandbox, and keeps a quotation with a link', async () => {
    const made = await clean(
      '<blockquote onclick="x()" data-x="1"><a href="https://films.example/1" style="position:fixed">F</a></blockquote><div><script src="https://www.tiktok.com/embed.js"></script>' +
        '<iframe src="https://films.example/1/embed/#a" sandbox="allow-same-origin allow-scripts" srcdoc="<script>" width="600" height="338" onload="x()" allow="camera"></iframe></div>',
      OTHER,
    );
    expect(made).to.match(
      /^<blockquote data-secret="(\w{10})"><a href="https:\/\/films\.example\/1">F<\/a><\/blockquote><iframe sandbox="allow-scripts" security="restricted" src="https:\/\/films\.example\/1\/embed\/#\?secret=\1" width="600" height="338" data-secret="\1"><\/iframe>$/,
    );
  });

  for (const [what, markup] of [
    ['a frame of another host', '<iframe src="https://evil.example/"></iframe>'],
    ['a frame of a host that only looks like it', '<iframe src="https://www.youtube.com.evil.example/"></iframe>'],
    ['a host behind an entity', '<iframe src="https://evil.example&amp;sol;.www.youtube.com/"></iframe>'],
    ['a frame without TLS', '<iframe src="http://www.youtube.com/embed/a"></iframe>'],
    ['a frame with a name and a password', '<iframe src="https://a:b@www.youtube.com/"></iframe>'],
    ['a frame of code', '<iframe src="javascript:alert(1)"></iframe>'],
    ['a frame of data', '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>'],
    ['a frame of written markup', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['a script', '<script>alert(1)</script>'],
    ['a script of another provider', '<script src="https://www.tiktok.com/embed.js"></script>'],
    ['markup within what is not shown', '<svg><iframe src="https://www.youtube.com/embed/a"></iframe></svg>'],
    [
      'forms, objects and styles',
      '<form action="/"><input></form><object data="x"></object><embed src="x"><style>*{}</style><link rel="stylesheet" href="x"><meta http-equiv="refresh"><base href="x">',
    ],
    ['words alone', 'Hello'],
    ['nothing', ''],
    ['too much', `<p>${'a'.repeat(70_000)}</p>`],
    ['too many elements', '<p>a</p>'.repeat(600)],
  ] as const) {
    it(`does not hold ${what}`, async () => {
      expect(await clean(markup)).to.equal(undefined);
    });
  }

  it('holds no handler, no address of code, no comment and no shortcode', async () => {
    const made = await clean(
      '<p onclick="x()" style="background:url(javascript:x)" id="a" data-wp-on--click="x" data-a="[b]">a<!-- wp:html --><a href="javascript:x">b</a>' +
        '<a href="java\nscript:x">c</a><img src="x" onerror="x()"> [gallery ids="1"]</p>',
    );
    expect(made).to.equal(
      '<p data-a="&#091;b&#093;">a<a>b</a><a>c</a><img /> &#091;gallery ids=&quot;1&quot;&#093;</p>',
    );
  });

  it('is cleaned in time in proportion to its length', async () => {
    const started: Promise<unknown>[] = [];
    for (const piece of ['<p', '<p>', '<!--', '&amp;', '[']) {
      expectProportionalTime(filledWith(piece), (text) => void started.push(clean(text)));
    }
    await Promise.all(started);
  });
});
