import { type CommandContext, CommandError, type PluginHost } from '../../core/index.ts';
import { LIST_FLAGS } from '../../core/plugin/index.ts';
import type { Post } from '../posts/index.ts';
import { type Regeneration, regenerate } from './attachments/regenerate.ts';
import type { MediaDependencies } from './dependencies.ts';
import { SCALABLE } from './images/inspect.ts';

/** How many items are read at a time. */
const PAGE = 100;

/** Adds `media regenerate` and `media image-size` to the command line. */
export function addCommands(host: PluginHost, media: MediaDependencies): void {
  host.command({
    name: 'media regenerate',
    summary: 'Makes the sizes of images anew, or those that are missing.',
    args: '[attachment-id...]',
    flags: {
      '--only-missing':
        'Makes the sizes alone that are not recorded, or whose files are gone. Goes on where it was stopped.',
      '--image_size <sizes>': 'Makes these sizes alone, by their names, separated by commas.',
      '--skip-delete': 'Leaves files where they are that no size has any more.',
      '--after <id>': 'Begins behind the attachment of this id, as where an earlier run was stopped.',
      '--yes': 'Says that all images are meant; needed without ids and --only-missing.',
    },
    run: (context) => run(context, media),
  });
  host.command({
    name: 'media image-size',
    summary: 'Lists the sizes that images are made in.',
    flags: LIST_FLAGS,
    run: async ({ printRows }) => {
      const rows = [...media.sizes()].map(([name, { width, height, crop }]) => ({
        name,
        width,
        height,
        crop: crop ? 'hard' : 'soft',
      }));
      printRows(['name', 'width', 'height', 'crop'], rows);
    },
  });
}

async function run(context: CommandContext, media: MediaDependencies): Promise<void> {
  const { args, flags, print, track } = context;
  const ids = ((args['attachment-id'] ?? []) as string[]).map((id) => idOf(id, 'the attachment'));
  const after = flags.after === undefined ? 0 : idOf(String(flags.after), '--after');
  const what: Regeneration = {
    onlyMissing: flags['only-missing'] === true,
    keepsOld: flags['skip-delete'] === true,
    ...sizesOf(flags, media),
  };
  if (ids.length === 0 && !what.onlyMissing && flags.yes !== true) {
    throw new CommandError(
      'this makes the sizes of all images anew; add --yes, or --only-missing, or name attachments',
    );
  }
  const total = ids.length > 0 ? ids.length : await countImages(after, media);
  if (total === 0) return print('Warning: No images found.');
  print(`Found ${total} ${total === 1 ? 'image' : 'images'} to regenerate.`);
  const show = track(total, 'done');
  const counts = { made: 0, none: 0, failed: 0 };
  let at = 0;
  for await (const [id, post] of ids.length > 0 ? named(ids, media) : imagesAfter(after, media)) {
    at++;
    const outcome = await one(post, what, media);
    if (outcome === 'made' || outcome === 'none') counts[outcome]++;
    else {
      counts.failed++;
      print(`Warning: ${at}/${total} Couldn't regenerate ID ${id}: ${outcome}.`);
    }
    show(at, at);
  }
  const done = `Regenerated ${counts.made} of ${total} images (${counts.failed} failed, ${counts.none} skipped).`;
  if (counts.failed > 0) throw new CommandError(done);
  print(`Success: ${done}`);
}

/** Makes the sizes of one image: `made`, `none`, or why it could not be done. */
async function one(post: Post | null, what: Regeneration, media: MediaDependencies): Promise<string> {
  if (post === null || post.type !== 'attachment') return 'there is no such attachment';
  try {
    const outcome = await media.recording((recorded) => regenerate(post, what, recorded));
    if (outcome === 'lost') return 'its file is not there';
    return outcome === 'other' ? 'it is no image that sizes are made of' : outcome;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function* named(ids: readonly number[], { posts }: MediaDependencies): AsyncGenerator<[number, Post | null]> {
  for (const id of ids) yield [id, await posts.byId(id)];
}

/** The images behind an id in the order of their ids, a page at a time, however many there are. */
async function* imagesAfter(after: number, media: MediaDependencies): AsyncGenerator<[number, Post | null]> {
  let last = after;
  for (;;) {
    const rows = await images(last, media).select('ID').orderBy('ID').limit(PAGE).execute();
    const ids = rows.map((row) => Number(row.ID));
    if (ids.length === 0) return;
    const found = await media.posts.byIds(ids);
    for (const id of ids) {
      const post = found.get(id);
      // One that was deleted meanwhile has no sizes.
      if (post !== undefined) yield [id, post];
    }
    last = ids.at(-1)!;
  }
}

const images = (after: number, { database }: Pick<MediaDependencies, 'database'>) =>
  database.db
    .selectFrom('posts')
    .where('post_type', '=', 'attachment')
    .where('post_mime_type', 'in', [...SCALABLE.keys()])
    .where('ID', '>', after);

async function countImages(after: number, media: MediaDependencies): Promise<number> {
  const { count } = await images(after, media)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function idOf(text: string, what: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CommandError(`${what} "${text}" is not an id`);
  return Number(text);
}

function sizesOf(flags: CommandContext['flags'], media: MediaDependencies): Pick<Regeneration, 'sizes'> {
  if (flags.image_size === undefined) return {};
  const names = String(flags.image_size)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const known = media.sizes();
  const unknown = names.find((name) => !known.has(name));
  if (names.length === 0 || unknown !== undefined) {
    const list = [...known.keys()].join(', ');
    throw new CommandError(`--image_size: there is no size "${unknown ?? ''}"; there are ${list}`);
  }
  return { sizes: new Set(names) };
}
