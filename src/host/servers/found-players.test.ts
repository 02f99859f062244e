import { expect, it } from 'vitest';
import { player, serverWith } from './doubles.ts';

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
