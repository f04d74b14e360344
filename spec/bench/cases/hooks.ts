import { fast, lane, type RateCase } from './lane.ts';

/** What hooks cost: tracing that is off, and plugins that do nothing. */
export function hookCases(posts: number): RateCase[] {
  const list = () => ({ path: '/cms-json/cms/v2/posts' });
  return [
    {
      name: 'tracing off',
      lanes: [lane('tappet', posts, list), lane('untraced', posts, list)],
      goals: [fast('tappet', 0.98, 'untraced')],
      alike: ['tappet', 'untraced'],
      sittings: 3,
    },
    {
      name: '50 no-op plugins',
      lanes: [lane('noop-plugins', posts, list), lane('silent-plugins', posts, list), lane('tappet', posts, list)],
      goals: [fast('noop-plugins', 0.8, 'tappet'), fast('silent-plugins', 0.8, 'tappet')],
      alike: ['noop-plugins', 'silent-plugins', 'tappet'],
    },
  ];
}
