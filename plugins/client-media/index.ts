import { defaulted, integer, min, object } from 'superstruct';
import { definePlugin, RESOURCE_ROUTES } from '../../core/index.ts';
import { ContentTypes } from '../content-types/index.ts';
import { MediaController, MediaDependencies } from '../media/index.ts';
import { PublicWeb } from '../public-web/index.ts';
import { fetchFile } from './fetch-file.ts';
import { finalize } from './finalize.ts';
import { sizeArgument, subSizesArgument } from './image-size.ts';
import { SIDE_FILES, sideFilesOf } from './side-files.ts';
import { sideload } from './sideload.ts';
import { clientMakesSizes, withWhatIsNeeded } from './unmade-sizes.ts';

const id = { description: 'The id of the file.', type: 'integer' as const };

/** Lets clients make the sizes of images and add them to the file that they have uploaded. */
export default definePlugin({
  name: 'client-media',
  version: '0.1.0',
  description: 'Takes the sizes of images that clients make themselves.',
  group: 'media',
  cacheable: true,
  requires: { 'content-types': '^0.1.0', media: '^0.1.0', posts: '^0.1.0' },
  after: ['public-web'],
  capabilities: ['content:write', 'database', 'files', 'network', 'options:write', 'routes:*'],
  options: object({
    /** The most bytes of an image that is fetched. */
    maxFetched: defaulted(min(integer(), 1), 20_000_000),
  }),
  setup({ hooks, use, find }, { maxFetched }) {
    const [types, media, web] = [use(ContentTypes), use(MediaDependencies), find(PublicWeb)];
    if (web !== undefined) {
      const bytes = Math.min(maxFetched, media.limits.fileSize ?? maxFetched);
      hooks
        .filter('rest_upload_file')
        .tapPromise('client-media', async (file, request, folder) => file ?? fetchFile(request, folder, web, bytes));
    }

    hooks.action('delete_attachment').tapPromise('client-media', async (attachment) => {
      const stored = (await media.meta.load('post', [attachment], [SIDE_FILES])).get(attachment)!;
      const paths = sideFilesOf(stored).map(({ path }) => path);
      const remove = async () => {
        for (const path of paths) await media.storage.delete(path);
      };
      media.database.afterCommit(remove, { changesAnswers: false });
    });

    hooks
      .filter('rest_upload_makes_sizes')
      .tap('client-media', (makes, request) => makes && !clientMakesSizes(request));
    hooks
      .filter('rest_prepare_{post_type}')
      .for('attachment')
      // The answer to the request stays the same.
      .tap({ name: 'client-media', pure: true }, (response, _post, request) =>
        clientMakesSizes(request) ? withWhatIsNeeded(response, media.sizes()) : response,
      );

    hooks.action('rest_api_init').tap({ stage: RESOURCE_ROUTES }, (server) => {
      for (const type of types.inRest()) {
        const items = types.controllerOf(type, server);
        if (!(items instanceof MediaController)) continue;
        const path = `${items.restBase}/(?P<id>[\\d]+)`;
        server.registerRoute(items.namespace, `${path}/sideload`, {
          methods: 'POST',
          callback: (request) => sideload(items, request),
          permission_callback: (request) => items.mayEditImage(request),
          args: {
            id,
            image_size: sizeArgument(() => media.sizes()),
            convert_format: {
              description: 'Whether the file may be converted; none is.',
              type: 'boolean',
              default: true,
            },
          },
          errors: items.createErrors,
        });
        server.registerRoute(items.namespace, `${path}/finalize`, {
          methods: 'POST',
          callback: (request) => finalize(items, request),
          permission_callback: (request) => items.mayEditImage(request),
          args: { id, sub_sizes: subSizesArgument },
        });
      }
    });
  },
});
