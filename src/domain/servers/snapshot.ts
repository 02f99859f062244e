import type { ServerSnapshot } from '../../protocol/servers/fields.ts';
import type { Change } from '../change.ts';
import { Draft } from '../draft.ts';
import { playerRow } from '../players/row.ts';
import type { Rows } from '../state.ts';
import { dropServer } from './forget.ts';
import { capped } from './population.ts';

/**
 * Servers as the host answered them. Each replaces what is held and is true at its position; one
 * that is older than what is held changes nothing. `whole`: servers that are absent are gone.
 */
export function reduceSnapshots(
  rows: Rows,
  snapshots: readonly ServerSnapshot[],
  whole: boolean,
): readonly Change[] {
  const draft = new Draft(rows);
  if (whole) {
    const told = new Set(snapshots.map((snapshot) => snapshot.id));
    for (const id of rows.servers.keys()) if (!told.has(id)) dropServer(rows, draft, id);
  }
  for (const snapshot of snapshots) replaceServer(rows, draft, snapshot);
  return draft.changes();
}

function replaceServer(rows: Rows, draft: Draft, snapshot: ServerSnapshot): void {
  const { id, players, population, ...rest } = snapshot;
  const held = draft.get('servers', id);
  if (held !== undefined && snapshot.position < held.position) return;
  draft.put('servers', id, { id, ...rest, population: capped(population) });
  const present = new Set(players.map((player) => player.id));
  for (const gone of rows.owned.players.get(id) ?? []) {
    if (present.has(gone) || draft.get('players', gone)?.server_id !== id) continue;
    draft.put('players', gone, undefined);
    draft.put('identities', gone, undefined);
  }
  // Where something was missed, so were pings: the next measurement brings everybody's.
  const missed = held?.position !== snapshot.position;
  for (const player of players) {
    const ping = missed ? null : (draft.get('players', player.id)?.ping ?? null);
    draft.put('players', player.id, playerRow(player, id, ping));
  }
}
