import type { BlockPattern } from '../block-patterns/index.ts';

/** A block with markup, within the comments that mark it. */
const block = (name: string, markup: string, attributes = ''): string =>
  `<!-- wp:${name}${attributes} -->\n${markup}\n<!-- /wp:${name} -->`;

const paragraph = (text: string): string => block('paragraph', `<p>${text}</p>`);
const heading = (text: string): string => block('heading', `<h2 class="wp-block-heading">${text}</h2>`);
const group = (...blocks: string[]): string =>
  block('group', `<div class="wp-block-group">${blocks.join('\n\n')}</div>`, ' {"layout":{"type":"constrained"}}');
const column = (...blocks: string[]): string =>
  block('column', `<div class="wp-block-column">${blocks.join('\n\n')}</div>`);
const details = (question: string, answer: string): string =>
  block('details', `<details class="wp-block-details"><summary>${question}</summary>${paragraph(answer)}</details>`);

const button = block(
  'button',
  '<div class="wp-block-button"><a class="wp-block-button__link wp-element-button">Write to us</a></div>',
);

/** The patterns that every site has, without their namespace. */
export const PATTERNS: readonly BlockPattern[] = [
  {
    name: 'call-to-action',
    title: 'Heading, text and button',
    description: 'Says in a few words what to do, with a button that leads there.',
    categories: ['call-to-action', 'buttons'],
    keywords: ['action', 'link'],
    content: group(
      heading('Come and see us'),
      paragraph('Say in a sentence what awaits your visitors, and why it is worth their time.'),
      block('buttons', `<div class="wp-block-buttons">${button}</div>`),
    ),
  },
  {
    name: 'two-columns-of-text',
    title: 'Two columns of text',
    description: 'Two headings with a text each, side by side.',
    categories: ['columns', 'text'],
    keywords: ['side by side', 'compare'],
    content: block(
      'columns',
      `<div class="wp-block-columns">${[
        column(heading('What we do'), paragraph('Tell of your work as you would tell a friend.')),
        column(heading('How to reach us'), paragraph('Tell where you are, and when your door is open.')),
      ].join('\n\n')}</div>`,
    ),
  },
  {
    name: 'questions-and-answers',
    title: 'Questions and answers',
    description: 'Questions that open to show their answers.',
    categories: ['text'],
    keywords: ['faq', 'help', 'accordion'],
    content: group(
      heading('Questions that we are asked'),
      details('When are you open?', 'Write the answer here.'),
      details('How do I get there?', 'Write the answer here.'),
      details('May I bring my dog?', 'Write the answer here.'),
    ),
  },
  {
    name: 'words-of-somebody',
    title: 'Words of somebody',
    description: 'A quotation with the name of its speaker.',
    categories: ['text', 'featured'],
    keywords: ['quote', 'testimonial', 'praise'],
    content: block(
      'quote',
      `<blockquote class="wp-block-quote">${paragraph('We came for a day, and stayed for a week.')}<cite>A guest</cite></blockquote>`,
    ),
  },
  {
    name: 'picture-and-text',
    title: 'Picture beside text',
    description: 'A picture or film with a heading and a text beside it.',
    categories: ['columns', 'gallery'],
    keywords: ['image', 'media', 'about'],
    content: block(
      'media-text',
      `<div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"></figure><div class="wp-block-media-text__content">${heading('About this picture')}\n\n${paragraph('Tell what there is to see, and how it came about.')}</div></div>`,
    ),
  },
  {
    name: 'latest-posts-with-excerpts',
    title: 'Latest posts with excerpts',
    description: 'The three latest posts, with their dates and the beginnings of their texts.',
    categories: ['posts'],
    keywords: ['news', 'blog', 'query'],
    content: block(
      'query',
      `<div class="wp-block-query">${block(
        'post-template',
        '<!-- wp:post-title {"isLink":true} /-->\n\n<!-- wp:post-date /-->\n\n<!-- wp:post-excerpt /-->',
      )}</div>`,
      ' {"queryId":1,"query":{"perPage":3,"pages":0,"offset":0,"postType":"post","order":"desc","orderBy":"date","author":"","search":"","exclude":[],"sticky":"","inherit":false}}',
    ),
  },
];
