import './choices.js';
import './requests.js';
import './preferences.js';
import '@wordpress/format-library';
import { getSettings, setSettings } from '@wordpress/date';
import { initializeEditor } from '@wordpress/edit-post';
import { toPackages } from './brand.js';
import './session.js';
import './heartbeat.js';
import { pageData } from './page-data.js';
import { addBlocks } from './plugin-blocks.js';
import { readUnblocked } from './unblocked.js';

const { item, settings, dates } = pageData;
const known = getSettings();

setSettings({
  ...known,
  formats: { ...known.formats, ...dates.formats },
  l10n: { ...known.l10n, startOfWeek: dates.startOfWeek },
  timezone: dates.timezone,
});
// A backup in the browser ends with each autosave: one that is there is the later text of the two, and the one to offer.
if (sessionStorage.getItem(`wp-autosave-block-editor-post-${item.id}`) !== null) delete settings.autosave;
await addBlocks();
initializeEditor('editor', toPackages(item.type), item.id, settings, item.edits);
readUnblocked();
