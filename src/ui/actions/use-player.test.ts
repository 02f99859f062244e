import { expect, it } from 'vitest';
import { fold } from '../../domain/fold.ts';
import { createRows } from '../../domain/state.ts';
import { createView } from '../../domain/views/create.ts';
import { PLAYERS_PER_SERVER } from '../../protocol/players/limits.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { World } from '../../testing/world.ts';
import { everybodyOn } from './use-player.ts';

it('nobody on the fullest server that is told of is missing among everybody', () => {
  const world = new World();
  const server = world.addServer('Alpha', PLAYERS_PER_SERVER);
  for (let each = 0; each < PLAYERS_PER_SERVER; each++) world.join(server, `Player ${each}`);
  const rows = createRows();
  fold(rows, openingEvents(world));
  expect(createView(rows, everybodyOn(server.id)).snapshot().rows).toHaveLength(2_048);
});
