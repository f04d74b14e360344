// The client as it is installed for the editor, for a page: nothing of it is changed.
import apiFetch from '@wordpress/api-fetch';
import { store } from '@wordpress/core-data';
import { dispatch, resolveSelect, select } from '@wordpress/data';

const from = (source) =>
  new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...args) =>
          source(store)[name](...args),
    },
  );
// Functions that specs send here were made ready for running in Node.
globalThis.__name = (made) => made;
globalThis.client = { apiFetch, select: from(select), ask: from(resolveSelect), act: from(dispatch) };
