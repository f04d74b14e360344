import { block, type DefaultWidget } from '../default-widget.ts';
import { address, checkbox, choice, number } from '../fields.ts';

/** Widgets that list what the site has, each by the block that does. */
export const lists: readonly DefaultWidget[] = [
  {
    id: 'archives',
    name: 'Archives',
    description: 'The months in which posts were published.',
    classname: 'widget_archive',
    title: 'Archives',
    fields: [checkbox('count', 'Show how many posts there are'), checkbox('dropdown', 'Show as a list that unfolds')],
    content: ({ count, dropdown }) => block('archives', { showPostCounts: count, displayAsDropdown: dropdown }),
  },
  {
    id: 'calendar',
    name: 'Calendar',
    description: 'The days of a month, those with posts linked.',
    content: () => block('calendar'),
  },
  {
    id: 'categories',
    name: 'Categories',
    description: 'The categories.',
    title: 'Categories',
    fields: [
      checkbox('count', 'Show how many posts there are'),
      checkbox('hierarchical', 'Show which are in which'),
      checkbox('dropdown', 'Show as a list that unfolds'),
    ],
    content: ({ count, hierarchical, dropdown }) =>
      block('categories', { showPostCounts: count, showHierarchy: hierarchical, displayAsDropdown: dropdown }),
  },
  {
    id: 'pages',
    name: 'Pages',
    description: 'The published pages.',
    title: 'Pages',
    content: () => block('page-list'),
  },
  {
    id: 'recent-comments',
    name: 'Recent comments',
    description: 'The newest comments.',
    classname: 'widget_recent_comments',
    title: 'Recent comments',
    fields: [number('number', 'How many', 5, 1, 15)],
    content: ({ number: commentsToShow = 5 }) =>
      block('latest-comments', { commentsToShow, displayAvatar: false, displayDate: false, displayExcerpt: false }),
  },
  {
    id: 'recent-posts',
    name: 'Recent posts',
    description: 'The newest posts.',
    classname: 'widget_recent_entries',
    title: 'Recent posts',
    fields: [number('number', 'How many', 5, 1, 100), checkbox('show_date', 'Show their dates')],
    content: ({ number: postsToShow = 5, show_date }) =>
      block('latest-posts', { postsToShow, displayPostDate: show_date }),
  },
  {
    id: 'rss',
    name: 'RSS',
    description: 'What another site published, by its feed.',
    fields: [
      address('url', 'The address of the feed'),
      number('items', 'How many', 10, 1, 20),
      checkbox('show_summary', 'Show what they are about'),
      checkbox('show_author', 'Show their authors'),
      checkbox('show_date', 'Show their dates'),
    ],
    content: ({ url, items = 10, show_summary, show_author, show_date }) =>
      typeof url === 'string' && url !== ''
        ? block('rss', {
            feedURL: url,
            itemsToShow: items,
            displayExcerpt: show_summary,
            displayAuthor: show_author,
            displayDate: show_date,
          })
        : '',
  },
  {
    id: 'search',
    name: 'Search',
    description: 'A form that searches the site.',
    content: () => block('search', { label: 'Search', showLabel: false }),
  },
  {
    id: 'tag_cloud',
    name: 'Tag cloud',
    description: 'The terms that are used most.',
    title: 'Tags',
    fields: [
      choice('taxonomy', 'Taxonomy', ['post_tag', 'category']),
      checkbox('count', 'Show how many posts there are'),
    ],
    content: ({ taxonomy = 'post_tag', count }) => block('tag-cloud', { taxonomy, showTagCounts: count }),
  },
];
