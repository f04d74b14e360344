// The packages refresh their lock by actions of a heartbeat, which a site has to make by itself: they put into
// "heartbeat.send" what they ask, and "heartbeat.tick" hands them the answer.
import apiFetch from '@wordpress/api-fetch';
import { dispatch, select, subscribe } from '@wordpress/data';
import { store as editor } from '@wordpress/editor';
import { doAction } from '@wordpress/hooks';
import { pageData } from './page-data.js';

const LOCK = 'wp-refresh-post-lock';
const { heartbeat, item } = pageData;

/** Asks once; a beat that fails is made up for by the next. */
async function beat() {
  const asked = {};
  doAction('heartbeat.send', asked);
  if (asked[LOCK] === undefined) return;
  const body = new URLSearchParams({ post: asked[LOCK].post_id });
  const answer = await apiFetch({ url: heartbeat.url, method: 'POST', body }).catch(() => undefined);
  if (answer !== undefined) doAction('heartbeat.tick', { [LOCK]: answer });
}

let beating;
const beatOnce = () => {
  beating ??= beat().finally(() => {
    beating = undefined;
  });
  return beating;
};

/** Whether a request stores or deletes the item itself, and not an autosave of it. */
const storesItem = ({ path = '', method = 'GET' }) =>
  /^(?:PUT|PATCH|POST|DELETE)$/i.test(method) && new RegExp(`/v\\d/[\\w-]+/${item.id}(?:\\?|$)`).test(path);

/** Stores the text beside the item when what is being stored has failed: the packages drop an autosave until then. */
function autosaveLater() {
  const unsubscribe = subscribe(() => {
    if (select(editor).isSavingPost()) return;
    unsubscribe();
    dispatch(editor).autosave();
  }, editor);
}

if (heartbeat) {
  setInterval(beatOnce, heartbeat.interval * 1000);
  // A machine that slept has missed some.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && beatOnce());

  // Nothing is stored over the text of someone who took over between two beats.
  apiFetch.use(async (options, next) => {
    if (storesItem(options)) {
      await beatOnce();
      if (select(editor).isPostLocked()) {
        autosaveLater();
        throw { code: 'post_locked', message: 'Someone else has taken over this item.' };
      }
    }
    return next(options);
  });

  // Shortcuts of the keyboard save from within the dialog that tells of it, too.
  const unsubscribe = subscribe(() => {
    if (!select(editor).isPostLocked()) return;
    unsubscribe();
    dispatch(editor).lockPostSaving('post-lock');
  }, editor);
}
