import {
  IMPLIED_SERVER_PERMISSION,
  SERVER_PERMISSION,
  type ServerPermission,
} from '../../protocol/permissions.ts';
import type { CallRule } from '../resources/rule.ts';

/** Whoever has a row already has exactly these permissions then; one without any goes. */
export const PERSONNEL_SET: CallRule<'personnelSet', 'personnel'> = {
  resource: 'personnel',
  after(rows, { params: { server_id }, body: { identifier, permissions } }) {
    for (const id of rows.owned.personnel.get(server_id) ?? []) {
      const row = rows.personnel.get(id);
      if (row?.muster_id !== identifier) continue;
      if (permissions.length === 0) return { row_id: id, row: null };
      return { row_id: id, row: { ...row, permissions: [...withImplied(permissions)] } };
    }
    return undefined;
  },
};

/** What a set of server permissions amounts to, in the protocol's order: every one brings `server.view`. */
export function withImplied(permissions: readonly ServerPermission[]): readonly ServerPermission[] {
  if (permissions.length === 0) return [];
  const held = new Set([...permissions, IMPLIED_SERVER_PERMISSION]);
  return SERVER_PERMISSION.filter((permission) => held.has(permission));
}
