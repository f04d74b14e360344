/** A paragraph as block markup. */
const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

/** The post, page and comment of a new site. */
export const DEFAULT_CONTENT = {
  post: {
    type: 'post',
    status: 'publish',
    title: 'Hello world!',
    name: 'hello-world',
    content: paragraph('This is the first post of your new site. Edit it or delete it, and then begin to write.'),
  },
  page: {
    type: 'page',
    status: 'publish',
    title: 'Sample Page',
    name: 'sample-page',
    commentStatus: 'closed',
    content: paragraph(
      'This is a page. Unlike a post it has no place in time: use it for what stays, such as who you are.',
    ),
  },
  comment: {
    authorName: 'A visitor',
    authorEmail: 'visitor@example.org',
    authorUrl: '',
    content: 'This is a comment. Comments can be approved, edited and deleted.',
    approved: '1',
    type: 'comment',
  },
} as const;
