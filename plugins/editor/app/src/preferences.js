import { dispatch } from '@wordpress/data';
import { store } from '@wordpress/preferences';
import { __unstableCreatePersistenceLayer as createPersistenceLayer } from '@wordpress/preferences-persistence';
import { pageData } from './page-data.js';

const { preferences, user } = pageData;

// Before the editor sets its defaults, so that what a user chose wins.
dispatch(store).setPersistenceLayer(createPersistenceLayer(preferences, user));
