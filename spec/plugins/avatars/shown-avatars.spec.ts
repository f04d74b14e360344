import { expect } from 'chai';
import { shownAvatars } from '../../../plugins/avatars/index.ts';

describe('the avatars that a site shows', () => {
  const avatars = () => ({ 96: 'https://avatars.example/96' });
  const shown = (value: unknown) =>
    shownAvatars({ avatars, options: { get: (_name: string, fallback?: unknown) => value ?? fallback } as never });

  it('are those of the service, unless the option show_avatars is off in one of the ways in which it is stored', () => {
    for (const value of ['1', 1, true, undefined]) expect(shown(value), String(value)).to.equal(avatars);
    for (const value of ['0', 0, '', false]) expect(shown(value), JSON.stringify(value)).to.equal(undefined);
  });
});
