import { type Family, ROOT, V2 } from '../step.ts';

/** The block editor, and other clients that are built on its data store. */
export const editor: Family = {
  name: 'editor',
  clients: '@wordpress/core-data, Gutenberg',
  steps: [
    {
      does: 'learns of the content types',
      why: 'the editor builds its entities of them and does not start without',
      async run(site) {
        const types = (await site.get(`${V2}/types?context=view`)).status(200);
        for (const field of ['rest_base', 'rest_namespace', 'slug']) types.body(`post.${field}`, 'a text');
        (await site.get(`${V2}/types/post?context=edit`)).status(200).body('supports', 'a map');
        (await site.get(`${V2}/taxonomies?context=view`)).status(200).body('category.rest_base', 'a text');
      },
    },
    {
      does: 'reads the site and who is signed in',
      why: 'settings and the user stand behind every panel',
      async run(site) {
        (await site.get(`${ROOT}/?_fields=name,home,url`)).status(200).body('home', 'a text');
        (await site.get(`${V2}/users/me?context=edit`)).status(200).body('capabilities', 'a map');
        (await site.get(`${V2}/settings`)).status(200).body('title', 'a text');
      },
    },
    {
      does: 'asks what the user may',
      why: 'buttons are shown by the header Allow; without it the editor is read-only',
      async run(site) {
        for (const name of ['posts', 'pages', 'media', 'blocks']) {
          (await site.ask('OPTIONS', `${V2}/${name}`)).status(200).header('Allow', /POST/, 'with POST');
        }
      },
    },
    {
      does: 'opens a post',
      why: 'it edits the raw texts',
      async run(site) {
        const post = await site.newestPost();
        if (post === undefined) return;
        const opened = (await site.get(`${V2}/posts/${post.id}?context=edit`)).status(200);
        for (const field of ['title', 'content', 'excerpt']) opened.body(`${field}.raw`, 'a text');
        opened.body('status', 'a text');
        opened.header('Allow', /PUT/, 'with PUT');
        (await site.get(`${V2}/posts/${post.id}/autosaves?context=edit`)).status(200).body('$', 'a list');
      },
    },
    {
      does: 'learns how much it may send at once',
      why: 'without it nothing is saved in batches',
      async run(site) {
        const described = (await site.ask('OPTIONS', `${ROOT}/batch/v1`)).status(200);
        described.body('endpoints[0].args.requests.maxItems', 'a whole number');
      },
    },
    {
      does: 'saves a post',
      why: 'the editor takes the answer for what is stored',
      writes: true,
      async run(site) {
        const json = { title: 'Compatibility', content: '<!-- wp:paragraph -->\n<p>A</p>\n<!-- /wp:paragraph -->' };
        const id = (await site.ask('POST', `${V2}/posts`, { json })).status(201).body('id', 'a whole number');
        const saved = (await site.ask('PUT', `${V2}/posts/${id}`, { json: { excerpt: 'B' } })).status(200);
        saved.value('content.raw', json.content).value('excerpt.raw', 'B');
        const autosave = await site.ask('POST', `${V2}/posts/${id}/autosaves`, { json: { ...json, title: 'C' } });
        autosave.status(200).value('title.raw', 'C');
      },
    },
  ],
};
