import { expect, it } from 'vitest';
import { reduce } from '../../domain/reduce.ts';
import { applyChanges, createRows } from '../../domain/state.ts';
import type { DomainEvent } from '../../domain/event.ts';
import type { Frame } from '../../protocol/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { Departed } from './departed.ts';

it('who somebody was that has left is not kept, and who is there is', () => {
  const world = new World();
  const server = world.addServer('Alpha', 10);
  world.join(server, 'Ann');
  world.join(server, 'Bob');
  const rows = createRows();
  const departed = new Departed(rows);
  const happen = (event: DomainEvent) => {
    const changes = reduce(rows, event);
    applyChanges(rows, changes);
    departed.changed(changes);
  };
  for (const event of openingEvents(world)) happen(event);
  const [ann, bob] = [...server.players.values()];
  for (const frame of world.leave(server, ann!)) happen({ source: 'realtime', ...frame });
  const told = { kind: 'personal', ip: '192.0.2.7', guid: null, steam_id: null } as const;
  const of = (player: string) => ({ ...told, player, bohemia_id: null, position: null });
  const data = { server_id: server.id, position: 1, entries: [of(ann!.id), of(bob!.id)] };
  const answer = departed.without({ source: 'rest', event: 'personal', at: 1, data });
  expect(answer).toMatchObject({ data: { position: 1, entries: [{ player: bob!.id }] } });
  const frame = (player: string) =>
    departed.hushed({
      event: 'server:feed',
      at: 1,
      data: { server_id: server.id, at: 1, entry: of(player) },
    } as Frame);
  expect(frame(ann!.id)).toMatchObject({ data: { entry: { player: ann!.id, ip: null } } });
  expect(frame(bob!.id)).toMatchObject({ data: { entry: { player: bob!.id, ip: '192.0.2.7' } } });
});
