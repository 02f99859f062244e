import { expect, it } from 'vitest';
import { followingEvents, openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { fold } from '../fold.ts';
import { createRows } from '../state.ts';
import { reducePersonalPage } from './personal.ts';

it('whoever is not in what the host answers has nothing personal left here', () => {
  const world = new World();
  const server = world.addServer('Alpha', 40);
  world.join(server, 'Ann');
  world.join(server, 'Bob');
  for (const player of server.players.values()) world.identify(server, player);
  const rows = createRows();
  fold(rows, [...openingEvents(world), ...followingEvents(world, server, ['feed-personal'])]);
  const [ann, bob] = [...rows.identities.values()];
  expect(bob).toBeDefined();
  const { id: player, server_id, ...told } = ann!;
  const position = rows.streams.get(`server/${server_id}/feed-personal`)?.position ?? 0;
  const changes = reducePersonalPage(rows, server_id, position + 1, [
    { kind: 'personal', player, ...told, ip: '203.0.113.9' },
  ]);
  const of = (id: string) => changes.find((change) => change.id === id)?.after;
  expect(of(player)).toMatchObject({ ip: '203.0.113.9' });
  expect(changes.some(({ id }) => id === bob!.id)).toBe(true);
  expect(of(bob!.id)).toBeUndefined();
});
