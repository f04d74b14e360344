import { serviceToken } from '../services/service-token.ts';

/** Lets work be tried without lasting effect; provided by the plugin that stores the content. */
export interface Rehearsal {
  /** Runs work, then undoes everything that it stored, also when it throws. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

declare module '../services/catalogue.ts' {
  interface ServiceCatalogue {
    rehearsal: Rehearsal;
  }
}

/** The token of rehearsals; there are none where nothing is stored. */
export const Rehearsal = serviceToken('rehearsal', { requiredPermissions: 'database' });
