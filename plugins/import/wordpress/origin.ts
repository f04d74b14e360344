import { type CommandContext, CommandError } from '../../../core/index.ts';

/** What is known of a WordPress that is copied. */
export interface WordPressOrigin {
  /** `mysql://user:password@host/name` */
  readonly database: string;
  readonly prefix: string;
  /** The folder of its program, against which the option `upload_path` is read. */
  readonly path?: string;
  /** The folder of its files; none are copied where it is undefined. */
  readonly uploadsFolder?: string;
}

/** The flags of the import of a WordPress. */
export const WORDPRESS_FLAGS = {
  '--table_prefix <prefix>': 'What the names of the tables of a database begin with; wp_ when left out.',
  '--uploads <folder>': 'The folder of the files that belong to a database.',
  '--replace': 'Removes the content of the site before that of a WordPress is copied.',
  '--skip_files': 'Leaves the files of a WordPress out.',
};

/** The WordPress that is to be copied: the one of `--wordpress`, or a database by its address; undefined for another source. */
export function wordPressOrigin({
  args,
  flags,
  wordpress,
}: Pick<CommandContext, 'args' | 'flags' | 'wordpress'>): WordPressOrigin | undefined {
  const source = args.source as string | undefined;
  if (wordpress !== undefined) {
    if (source !== undefined) throw new CommandError(`name ${source} or --wordpress, not both`);
    return wordpress;
  }
  if (source === undefined) throw new CommandError('name what is imported: a file, an address, or --wordpress=FOLDER');
  if (!/^(?:mysql|mariadb):\/\//i.test(source)) return undefined;
  if (!URL.canParse(source)) throw new CommandError('this is not the address of a database: mysql://user@host/name');
  const { table_prefix: prefix = 'wp_', uploads } = flags;
  if (!/^\w*$/.test(`${prefix}`)) throw new CommandError(`--table_prefix: "${prefix}" is not the beginning of a name`);
  return {
    database: source,
    prefix: `${prefix}`,
    ...(typeof uploads === 'string' ? { path: process.cwd(), uploadsFolder: uploads } : {}),
  };
}
