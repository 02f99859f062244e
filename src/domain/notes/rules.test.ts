import { expect, it } from 'vitest';
import { playerRow } from '../../testing/player-row.ts';
import type { PlayerRow } from '../rows.ts';
import { applyChanges, createRows } from '../state.ts';
import { NOTE_RULES } from './rules.ts';

const hex = (digit: string) => digit.repeat(24);
const [server, other, ada] = [hex('a'), hex('b'), hex('c')];
const by = { muster_id: hex('d'), display_name: 'Zoe', at: 9 };

function rowsOf(players: readonly PlayerRow[], notes: readonly (readonly [string, string])[]) {
  const rows = createRows();
  for (const after of players) {
    applyChanges(rows, [{ table: 'players', id: after.id, before: undefined, after }]);
  }
  for (const [index, [server_id, player_name]] of notes.entries()) {
    const ids = { id: hex(String(index)), server_id };
    const after = NOTE_RULES.add(
      ids,
      { comment: '' } as never,
      { player_id: ada, player_name },
      by,
    );
    applyChanges(rows, [{ table: 'notes', id: after.id, before: undefined, after }]);
  }
  return rows;
}

const player = (name: string, server_id = server, muster_id: string | null = ada): PlayerRow => ({
  ...playerRow({ id: hex(muster_id === ada ? 'e' : 'f'), server_id, name }),
  muster_id,
});

const values = { player_id: ada, comment: '' };

it.each([
  ['what they are called there now', [player('Ada')], [[server, 'Old']], 'Ada'],
  [
    'what a note calls them',
    [player('Bob', server, null)],
    [
      [server, ''],
      [server, 'Old'],
    ],
    'Old',
  ],
  ['nothing, where they are known elsewhere alone', [player('Ada', other)], [[other, 'Old']], ''],
] as const)('a new note names its player by %s', (_, players, notes, player_name) => {
  const known = NOTE_RULES.known(rowsOf(players, notes), server, values);
  expect(known).toEqual({ player_id: ada, player_name });
});
