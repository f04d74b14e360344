import { h } from './dom.js';

/**
 * Asks the user to confirm a request that changes something.
 *
 * @param {string} method
 * @param {string} url
 * @param {string | undefined} body
 * @returns {Promise<boolean>}
 */
export function confirmWrite(method, url, body) {
  const dialog = h(
    'dialog',
    { 'aria-labelledby': 'confirm-title' },
    h('h2', { id: 'confirm-title' }, `Send this ${method}?`),
    h('p', {}, 'It may change the site.'),
    h('p', {}, h('code', {}, url)),
    body !== undefined && h('pre', { tabindex: 0, role: 'region', 'aria-label': 'Body to send' }, body),
    h(
      'p',
      { class: 'actions' },
      h('button', { type: 'button', click: () => dialog.close('send') }, `Send ${method}`),
      h('button', { type: 'button', class: 'second', click: () => dialog.close() }, 'Cancel'),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'send');
    });
  });
}
