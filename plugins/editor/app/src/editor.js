import './choices.js';
import './requests.js';
import './preferences.js';
import '@wordpress/format-library';
import { getSettings, setSettings } from '@wordpress/date';
import { initializeEditor } from '@wordpress/edit-post';
import { toPackages } from './brand.js';
import './heartbeat.js';
import { pageData } from './page-data.js';
import { readUnblocked } from './unblocked.js';

const { item, settings, dates } = pageData;
const known = getSettings();

setSettings({
  ...known,
  formats: { ...known.formats, ...dates.formats },
  l10n: { ...known.l10n, startOfWeek: dates.startOfWeek },
  timezone: dates.timezone,
});
initializeEditor('editor', toPackages(item.type), item.id, settings, item.edits);
readUnblocked();
