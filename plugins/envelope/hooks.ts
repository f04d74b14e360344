import { asyncFilter, type RestResponse } from '../../core/index.ts';

/** An answer with its status and headers in its body. */
export interface Envelope {
  readonly body: unknown;
  readonly status: number;
  /** An empty list when there are none. */
  readonly headers: Readonly<Record<string, string | number>> | readonly never[];
}

/** The hooks that the plugin fires. */
export const envelopeHooks = {
  rest_envelope_response: asyncFilter<[envelope: Envelope, response: RestResponse]>({
    params: ['envelope', 'response'],
    inner: false,
    requiredPermissions: 'requests',
    meaning: 'Adjusts the envelope that an answer is put into.',
  }),
};

type EnvelopeHooks = typeof envelopeHooks;

declare module '../../core/hooks/catalogue.ts' {
  interface HookCatalogue extends EnvelopeHooks {}
}
