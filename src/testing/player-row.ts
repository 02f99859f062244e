import type { PlayerRow } from '../domain/rows.ts';

/** A player of whom nothing is known but what is said. */
export function playerRow(known: Pick<PlayerRow, 'id' | 'server_id' | 'name'>): PlayerRow {
  return {
    muster_id: null,
    joined_at: 0,
    joined_before: false,
    verified: true,
    lobby: false,
    ping: null,
    ...known,
  };
}
