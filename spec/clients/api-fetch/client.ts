import * as published from '@wordpress/api-fetch';

export type { APIFetchMiddleware } from '@wordpress/api-fetch';

// Its types are those of a CommonJS module, its code is that of an ECMAScript module.
export const apiFetch = published.default as unknown as typeof published.default.default;
