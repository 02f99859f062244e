import { serverStream } from '../../protocol/streams.ts';
import { NO_CHANGES, type Change } from '../change.ts';
import { Draft } from '../draft.ts';
import { headChange } from '../feed/head.ts';
import type { IdentityRow, IdentityWithoutServer, ServerStreamRow } from '../rows.ts';
import type { Rows } from '../state.ts';

/** The next event of a feed-personal stream: address and identifiers of one play session. */
export function reducePersonal(
  rows: Rows,
  head: ServerStreamRow,
  entry: IdentityWithoutServer,
  position: number,
): readonly Change[] {
  const after = identity(head.server_id, entry);
  return [
    { table: 'identities', id: after.id, before: rows.identities.get(after.id), after },
    headChange(head, position),
  ];
}

/** Everybody's, as the host answered; replaces what is held of the server. */
export function reducePersonalPage(
  rows: Rows,
  serverId: string,
  position: number,
  entries: readonly IdentityWithoutServer[],
): readonly Change[] {
  const stream = serverStream(serverId, 'feed-personal');
  const held = rows.streams.get(stream);
  if (held !== undefined && position < held.position) return NO_CHANGES;
  const draft = new Draft(rows);
  const present = new Set(entries.map((entry) => entry.player));
  for (const id of rows.owned.identities.get(serverId) ?? []) {
    if (!present.has(id)) draft.put('identities', id, undefined);
  }
  for (const entry of entries) draft.put('identities', entry.player, identity(serverId, entry));
  draft.put('streams', stream, {
    id: stream,
    server_id: serverId,
    position,
    floor: position + 1,
    more: false,
  });
  return draft.changes();
}

function identity(serverId: string, entry: IdentityWithoutServer): IdentityRow {
  const { player, ip, guid, steam_id, bohemia_id, position } = entry;
  return { id: player, server_id: serverId, ip, guid, steam_id, bohemia_id, position };
}
