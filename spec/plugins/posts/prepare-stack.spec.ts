import { expect } from 'chai';
import { definePlugin } from '../../../core/index.ts';
import { createHost, type Host } from '../../../host/index.ts';
import { PostStore } from '../../../plugins/posts/index.ts';
import { serve } from '../../support/serve.ts';

/** How near to a tap its controller is. */
const FRAMES = 12;

/** Whether a frame is in a file of the controller of items. */
const isController = (frame: string) => frame.includes('/plugins/posts/controller/');

/** Whether a frame is in code that was compiled from text by anything but tapable. */
const isGenerated = (frame: string) => frame.includes('eval at ') && !frame.includes('/node_modules/tapable/');

describe('the stack of a tap of rest_prepare_post', () => {
  let host: Host;
  const stacks: string[][] = [];

  before(async () => {
    const looking = definePlugin({
      name: 'looking',
      version: '1.0.0',
      description: 'Looks at the stack.',
      setup: ({ hooks }) =>
        hooks
          .filter('rest_prepare_{post_type}')
          .for('post')
          .tap('looking', () => {
            const { stackTraceLimit } = Error;
            Error.stackTraceLimit = 50;
            stacks.push(new Error().stack!.split('\n').slice(1));
            Error.stackTraceLimit = stackTraceLimit;
          }),
    });
    host = await createHost({ logLevel: 'silent', database: 'sqlite::memory:', plugins: { folders: [looking] } });
    await host.generation.services.get('spec', PostStore).insert({ title: 'One', status: 'publish' });
  });
  after(() => host.close());

  for (const path of ['/cms/v2/posts', '/cms/v2/posts/1']) {
    it(`has the controller within twelve frames on every request for ${path}`, async () => {
      for (let turn = 0; turn < 3; turn++) {
        stacks.length = 0;
        expect((await serve(host.generation, 'GET', path)).status).to.equal(200);
        expect(stacks.length, `request ${turn}`).to.equal(1);
        for (const frames of stacks) {
          expect(frames.slice(0, FRAMES).some(isController), frames.join('\n')).to.equal(true);
          expect(frames.filter(isGenerated)).to.deep.equal([]);
        }
      }
    });
  }
});
