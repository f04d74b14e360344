import type { Row } from './source.ts';

/** The metadata of users whose keys begin with the prefix although the prefix may be empty. */
const OF_USERS: ReadonlySet<string> = new Set([
  'capabilities',
  'user_level',
  'user-settings',
  'user-settings-time',
  'dashboard_quick_press_last_post_id',
  'persisted_preferences',
]);

/** Makes the function that gives rows the keys that they have under another prefix: `wp_capabilities`, `wp_user_roles`. */
export function translation(from: string, to: string): (table: string, row: Row) => Row {
  if (from === to) return (_table, row) => row;
  const translated = (key: unknown): unknown => {
    if (typeof key !== 'string' || !key.startsWith(from)) return key;
    const rest = key.slice(from.length);
    return from !== '' || OF_USERS.has(rest) ? `${to}${rest}` : key;
  };
  return (table, row) => {
    if (table === 'usermeta') return { ...row, meta_key: translated(row.meta_key) as string | null };
    if (table === 'options' && row.option_name === `${from}user_roles`)
      return { ...row, option_name: `${to}user_roles` };
    return row;
  };
}
