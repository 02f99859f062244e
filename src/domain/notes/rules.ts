import type { ResourceRules } from '../resources/rule.ts';
import type { Rows } from '../state.ts';

/** A note is by whoever wrote it first; the player's name is what they were called then. */
export const NOTE_RULES: ResourceRules<
  'notes',
  { readonly player_id: string; readonly player_name: string }
> = {
  add({ id, server_id }, { comment }, { player_id, player_name }, by) {
    return {
      id,
      server_id,
      player_id,
      player_name,
      comment,
      issuer_id: by.muster_id,
      issuer_name: by.display_name,
      created: by.at,
      edited: null,
    };
  },
  edit: (note, { comment }, { at }) => ({ ...note, comment, edited: at }),
  known: (rows, server_id, { player_id }) => ({
    player_id,
    player_name: nameOf(rows, server_id, player_id),
  }),
};

/** As they are called on the server now, or in a note about them; empty where neither tells. */
function nameOf(rows: Rows, serverId: string, playerId: string): string {
  for (const id of rows.owned.players.get(serverId) ?? []) {
    const player = rows.players.get(id);
    if (player?.muster_id === playerId) return player.name;
  }
  for (const id of rows.owned.notes.get(serverId) ?? []) {
    const note = rows.notes.get(id);
    if (note?.player_id === playerId && note.player_name !== '') return note.player_name;
  }
  return '';
}
