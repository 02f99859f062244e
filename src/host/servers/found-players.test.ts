import { expect, it } from 'vitest';
import { identityKey } from '../players/identities.ts';
import { GUID, MUSTER, openSession, player, serverWith } from './doubles.ts';

it('who come back within a short gap are told as come then, others as there before', () => {
  const { live, tell } = serverWith();
  const list = { kind: 'pings', pings: new Map() } as const;
  const found = (key: string, at: number) => {
    tell([{ kind: 'join', player: player({ key, name: key }), seen: 'resync' }, list], { at });
    return [...live.rows.players.values()].find(({ name }) => name === key);
  };
  const start = 10_000_000;
  expect(found('first', start)).toMatchObject({ joined_before: true });
  expect(found('soon', start + 180_000)).toMatchObject({ joined_before: false });
  expect(found('late', start + 360_001)).toMatchObject({ joined_before: true });
});

it('who is of two joined players stays the one that the stay is of, while an identity is theirs', () => {
  const other = 'c'.repeat(24);
  const { runtime, hear } = serverWith([openSession({ muster_id: other, bohemia_id: 'uid=' })]);
  const players = new Map([
    [identityKey({ kind: 'battleye', value: GUID }), MUSTER],
    [identityKey({ kind: 'bohemia', value: 'uid=' }), other],
  ]);
  hear({
    kind: 'join',
    at: 10,
    player: player({ guid: GUID, bohemiaId: 'uid=' }),
    seen: 'resync',
  });
  runtime.nextTick({ newId: () => 'e'.repeat(24), players }, false);
  expect([...runtime.rows.players.values()].map(({ muster_id }) => muster_id)).toEqual([other]);
});
