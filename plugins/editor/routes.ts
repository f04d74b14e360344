import { addQueryArgs, type HttpContext, type HttpRouter } from '../../core/index.ts';
import { formText, isFromOwnPage, queryText } from '../sessions/index.ts';
import { type Build, readBuild, sendAsset } from './build.ts';
import type { EditorDependencies } from './dependencies.ts';
import { answerHeartbeat, releaseLock } from './heartbeat.ts';
import { showItem } from './item-page.ts';
import { beginItem, itemUrl, leadToRevision, restoreItem } from './items.ts';
import { showList } from './list-page.ts';
import { sendRefusal } from './refusal.ts';
import { sendSignedIn } from './signed-in.ts';
import { type Visitor, visitorOf } from './visitor.ts';

const HINT = 'The block editor is not built yet: run "npx tappet editor build".';

type Handler = (http: HttpContext, visitor: Visitor, build: Build) => Promise<void> | void;

/** Serves the pages of the editor, the built files in a folder, and what the pages ask for. */
export function servePages(router: HttpRouter, folder: string, dependencies: EditorDependencies): void {
  const page = (handler: Handler) => (http: HttpContext) => forVisitor(http, handler, folder, dependencies);
  const write = (handler: Handler) =>
    page((http, visitor, build) =>
      isFromOwnPage(http, dependencies.site)
        ? handler(http, visitor, build)
        : sendRefusal(http, 'The form came from another site. Please try again.', dependencies, 403),
    );
  const list = page((http, visitor) => showList(http, visitor, dependencies));

  router.get('/editor/assets/:file', (http) => sendAsset(http, folder));
  router.get('/editor', async (http) => {
    const id = queryText(http, 'post');
    return id === '' ? list(http) : http.redirect(itemUrl(Number(id) || 0, dependencies));
  });
  router.post(
    '/editor',
    write((http, visitor) =>
      formText(http, 'restore') === ''
        ? beginItem(http, visitor, dependencies)
        : restoreItem(http, visitor, dependencies),
    ),
  );
  router.get(
    '/editor/signed-in',
    page((http) => sendSignedIn(http, dependencies)),
  );
  router.post('/editor/heartbeat', (http) => answerHeartbeat(http, dependencies));
  router.post('/editor/release', (http) => releaseLock(http, dependencies));
  // The names by which the editor's packages lead to pages, and write the one of an item into the address bar.
  router.get('/editor/edit.php', list);
  router.get(
    '/editor/revision.php',
    page((http, visitor) => leadToRevision(http, visitor, dependencies)),
  );
  router.get(
    '/editor/post.php',
    page((http, visitor, build) => showItem(http, visitor, build, dependencies)),
  );
  router.get(
    '/editor/post-new.php',
    page((http, visitor) =>
      http.get('Sec-Fetch-Site') === 'same-origin'
        ? beginItem(http, visitor, dependencies)
        : http.redirect(
            addQueryArgs(`${dependencies.site.home}/editor`, { type: queryText(http, 'post_type') || 'post' }),
          ),
    ),
  );
}

/** Hands a request on when there is an editor, and someone is signed in. */
async function forVisitor(
  http: HttpContext,
  handler: Handler,
  folder: string,
  dependencies: EditorDependencies,
): Promise<void> {
  const build = await readBuild(folder);
  if (build === undefined) {
    Object.assign(http, { status: 503, type: 'text/plain; charset=utf-8', body: `${HINT}\n` });
    return;
  }
  const visitor = await visitorOf(http, dependencies);
  if (visitor !== undefined) await handler(http, visitor, build);
}
