import { expect, it } from 'vitest';
import { LIMITS } from '../connectors/limits.ts';
import type { OpenSession } from '../players/play-session.ts';
import { placed } from './identified.ts';

const ANN: OpenSession = {
  id: 'a',
  server_id: 'b',
  muster_id: null,
  name: 'Ann',
  joined_at: 1,
  joined_before: false,
  verified: true,
  lobby: false,
  guid: null,
  steam_id: null,
  bohemia_id: null,
  position: null,
  ip: null,
  port: null,
};

it('a place that no map has is told as the edge of the widest', () => {
  const facts = placed(new Map([['1', ANN]]), [
    {
      kind: 'seen',
      at: 2,
      key: 'c',
      person: { name: 'Ann', bohemiaId: null, steamId: null },
      position: { x: 1e300, y: -1e300, height: 1e300 },
    },
  ]);
  const { metres } = LIMITS;
  expect(facts).toMatchObject([
    { kind: 'position', position: { x: metres, y: -metres, height: null } },
  ]);
});
