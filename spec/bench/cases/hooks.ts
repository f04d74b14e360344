import { fast, lane, type RateCase } from './lane.ts';

/** The cost of plugins that do nothing and whose taps are `pure`. */
export function hookCases(posts: number): RateCase[] {
  const list = () => ({ path: '/cms-json/cms/v2/posts' });
  const lanes = ['no-op plugins', 'without the response cache'] as const;
  return [
    {
      name: '50 no-op plugins',
      lanes: lanes.map((contender) => lane(contender, posts, list)),
      goals: [fast('no-op plugins', 0.8, 'without the response cache')],
      alike: lanes,
    },
  ];
}
