import apiFetch from '@wordpress/api-fetch';
import { pageData } from './page-data.js';

const { root, nonce, nonceEndpoint, preloaded } = pageData.client;

apiFetch.nonceMiddleware = apiFetch.createNonceMiddleware(nonce);
apiFetch.nonceEndpoint = nonceEndpoint;
apiFetch.use(apiFetch.nonceMiddleware);
apiFetch.use(apiFetch.mediaUploadMiddleware);
apiFetch.use(apiFetch.createRootURLMiddleware(root));
apiFetch.use(apiFetch.createPreloadingMiddleware(preloaded));
