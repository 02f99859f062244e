import type { CallRule } from '../resources/rules.ts';

/** Settings are as somebody saves them; of a password it is told only that there is one. */
export const SERVER_EDIT: CallRule<'serverEdit', 'settings'> = {
  resource: 'settings',
  after(rows, { params: { server_id }, body }) {
    const before = rows.settings.get(server_id);
    if (before === undefined) return undefined;
    const { rcon_password, log_folder = before.log_folder, was: _, ...edited } = body;
    const isSet = before.rcon_password || rcon_password !== undefined;
    return { row_id: server_id, row: { ...before, ...edited, log_folder, rcon_password: isSet } };
  },
};
