import type { Sidebar } from '../widgets/index.ts';

/** The sidebar of the pages. */
export const SIDEBAR: Sidebar = {
  id: 'sidebar-1',
  name: 'Footer',
  description: 'Widgets at the end of every page.',
  before_widget: '<section id="%1$s" class="widget %2$s">',
  after_widget: '</section>',
  before_title: '<h2 class="widget-title">',
  after_title: '</h2>',
};
