import { serviceToken } from '../../core/index.ts';

/** A way of writing new hashes of passwords: ours, or one that other systems of this interface read. */
export type HashFormat = 'scrypt' | 'phpass' | 'bcrypt';

/** Says how hashes are written where another program has to read them too. */
export interface SharedHashes {
  /** Of passwords that people choose: `$P$`, or `$wp$2y$`. */
  readonly passwords: Exclude<HashFormat, 'scrypt'>;
  /** Of secrets that were drawn at random: as those of passwords, or `$generic$`. */
  readonly secrets: 'password' | 'generic';
}

/** The token of what says so; where no plugin does, nobody else reads the hashes. */
export const SharedHashes = serviceToken('shared-hashes', {
  requiredPermissions: 'authentication',
  provider: 'authentication',
});

declare module '../../core/services/catalogue.ts' {
  interface ServiceCatalogue {
    'shared-hashes': SharedHashes;
  }
}
