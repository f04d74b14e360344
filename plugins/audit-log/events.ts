import type { PluginHooks } from '../../core/index.ts';
import { isSecret } from '../options/index.ts';
import type { User, UserStore } from '../users/index.ts';
import type { AuditEvent, AuditLog } from './audit-log.ts';

/** What the taps need. */
export interface EventParts {
  readonly hooks: PluginHooks;
  readonly log: AuditLog;
  readonly users: UserStore;
}

const NAME = 'audit-log';

const userObject = ({ id, login }: Pick<User, 'id' | 'login'>) => ({ type: 'user', id, name: login });

/** Taps the hooks that tell of what is recorded. Each entry bears the name of its hook, or of the one that WordPress has. */
export function recordEvents(parts: EventParts): void {
  recordSignIns(parts);
  recordUsers(parts);
  recordPasswords(parts);
  recordSite(parts);
  recordDeletions(parts);
}

function recordSignIns({ hooks, log, users }: EventParts): void {
  recordLogins({ hooks, log, users });
  if (!hooks.has('application_password_failed_authentication')) return;
  const action = 'application_password_failed_authentication';
  hooks.action(action).tap(NAME, () => log.recordLater(async () => ({ action, object: { type: 'user' } })));
}

function recordLogins({ hooks, log, users }: EventParts): void {
  if (hooks.has('cms_login')) {
    hooks
      .action('cms_login')
      .tapPromise(NAME, (_, user) => log.record({ action: 'cms_login', userId: user.id, object: userObject(user) }));
  }
  if (hooks.has('cms_login_failed')) {
    hooks.action('cms_login_failed').tap(NAME, (login) =>
      log.recordLater(async () => {
        // What somebody types who is nobody here may be a password.
        const user = (await users.byLogin(login.trim())) ?? (await users.byEmail(login.trim()));
        return { action: 'cms_login_failed', object: user === null ? { type: 'user' } : userObject(user) };
      }),
    );
  }
  if (hooks.has('cms_logout')) {
    hooks
      .action('cms_logout')
      .tapPromise(NAME, (userId) => log.record({ action: 'cms_logout', userId, object: { type: 'user', id: userId } }));
  }
}

function recordUsers({ hooks, log }: EventParts): void {
  hooks
    .action('user_register')
    .tapPromise(NAME, (id, { login = '', roles }) =>
      log.record({ action: 'user_register', object: { type: 'user', id, name: login }, details: { roles } }),
    );
  hooks
    .action('deleted_user')
    .tapPromise(NAME, (_, reassign, user) =>
      log.record({ action: 'deleted_user', object: userObject(user), details: { roles: user.roles, reassign } }),
    );
  hooks.action('profile_update').tapPromise(NAME, async (_, old, { roles, email }) => {
    const object = userObject(old);
    if (roles !== undefined && !isSame(roles, old.roles)) {
      await log.record({ action: 'set_user_role', object, details: { old: old.roles, new: roles } });
    }
    if (email === undefined || email === old.email) return;
    await log.record({ action: 'profile_update', object, details: { email: { old: old.email, new: email } } });
  });
  hooks.action('updated_role').tapPromise(NAME, async (slug, before, after) => {
    const capabilities = (role: typeof before) => granted(role?.capabilities ?? {});
    const [had, has] = [capabilities(before), capabilities(after)];
    const added = has.filter((one) => !had.includes(one));
    const removed = had.filter((one) => !has.includes(one));
    if (before !== undefined && after !== undefined && added.length + removed.length === 0) return;
    await log.record({ action: 'updated_role', object: { type: 'role', name: slug }, details: { added, removed } });
  });
}

function recordPasswords({ hooks, log }: EventParts): void {
  const ofUser = (action: string) => (id: number) => log.record({ action, object: { type: 'user', id } });
  hooks.action('user_password_changed').tapPromise(NAME, ofUser('user_password_changed'));
  if (hooks.has('retrieve_password')) {
    hooks
      .action('retrieve_password')
      .tapPromise(NAME, (login) => log.record({ action: 'retrieve_password', object: { type: 'user', name: login } }));
  }
  if (hooks.has('after_password_reset')) {
    hooks
      .action('after_password_reset')
      .tapPromise(NAME, (user) => log.record({ action: 'after_password_reset', object: userObject(user) }));
  }
  for (const action of ['cms_create_application_password', 'cms_delete_application_password'] as const) {
    if (!hooks.has(action)) continue;
    hooks.action(action).tapPromise(NAME, (id, { uuid, name, scope }) =>
      // The identifier opens nothing; the user knows the password by its name.
      log.record({ action, object: { type: 'user', id }, details: { name, uuid, scope } }),
    );
  }
}

function recordSite({ hooks, log }: EventParts): void {
  const ofOption = (action: string, name: string, values: AuditEvent['details'] = {}) =>
    log.record({
      action,
      object: { type: 'option', name },
      details: isSecret(name) ? { secret: true } : { secret: false, ...values },
    });
  hooks.action('added_option').tapPromise(NAME, (name, value) => ofOption('added_option', name, { new: value }));
  hooks
    .action('updated_option')
    .tapPromise(NAME, (name, old, value) => ofOption('updated_option', name, { old, new: value }));
  hooks.action('deleted_option').tapPromise(NAME, (name) => ofOption('deleted_option', name));
  for (const action of ['activated_plugin', 'deactivate_plugin', 'deleted_plugin'] as const) {
    hooks.action(action).tapPromise(NAME, (plugin) => log.record({ action, object: { type: 'plugin', name: plugin } }));
  }
  // Values of flags and arguments may be secrets; what the command does has entries of its own.
  hooks
    .action('before_invoke')
    .tapPromise(NAME, (command, flags) =>
      log.record({ action: 'before_invoke', object: { type: 'command', name: command }, details: { flags } }),
    );
}

function recordDeletions({ hooks, log }: EventParts): void {
  for (const action of ['trashed_post', 'deleted_post'] as const) {
    if (!hooks.has(action)) continue;
    hooks.action(action).tapPromise(NAME, async (id, { type, title }) => {
      if (type !== 'revision') await log.record({ action, object: { type, id, name: title } });
    });
  }
  if (hooks.has('delete_term')) {
    hooks
      .action('delete_term')
      .tapPromise(NAME, (id, _, taxonomy, { name }) =>
        log.record({ action: 'delete_term', object: { type: taxonomy, id, name } }),
      );
  }
  // Comments that go with their item are not deleted one by one, and the entry of the item stands for them.
  if (!hooks.has('rest_delete_comment')) return;
  hooks.action('rest_delete_comment').tapPromise(NAME, (comment, _, request) => {
    const action = request.getParam('force') === true ? 'deleted_comment' : 'trashed_comment';
    return log.record({ action, object: { type: 'comment', id: comment.id }, details: { post: comment.post } });
  });
}

const granted = (capabilities: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(capabilities).filter((name) => capabilities[name]);

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((member) => other.includes(member));
