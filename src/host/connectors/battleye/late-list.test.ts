/** A list can come after messages that tell of a later moment. */
import { expect, test } from 'vitest';
import type { RconTarget } from '../contract.ts';
import { FakeNetwork, ManualClock } from '../doubles.ts';
import { BattlEyeConnector } from './connector.ts';
import { FakeBattlEyeServer, playerRow, playersTable } from './doubles.ts';

const TARGET: RconTarget = {
  game: 'DAYZ',
  host: '192.0.2.1',
  gamePort: 2302,
  queryPort: null,
  rcon: { port: 2306, password: 'canary-password' },
};

test('nobody is kicked in the place of a player of whose leave the game told before the list came', async () => {
  const clock = new ManualClock();
  const network = new FakeNetwork(clock);
  const server = new FakeBattlEyeServer(network, clock, { address: TARGET.host, port: 2306 });
  server.password = TARGET.rcon.password;
  const before = playersTable(playerRow(3, 'Eve', 'b'.repeat(32)));
  server.answers.set('players', () => before);
  const connector = new BattlEyeConnector(TARGET, network.ports(), () => undefined);
  connector.start();
  await clock.advance(1_000);
  const playerKey = connector.roster()[0]?.key ?? '';
  server.answers.set('players', () => {
    server.say('Player #3 Eve disconnected');
    server.say('Player #3 Tim (203.0.113.9:2304) connected');
    return before;
  });
  const result = connector.run({ action: 'SERVER_KICK', playerKey, reason: '' });
  await clock.advance(1_000);
  expect(await result).toMatchObject({ ok: false, kind: 'player-gone' });
  expect(connector.roster().map(({ name }) => name)).toEqual(['Tim']);
  expect(server.commands.filter((command) => command.startsWith('kick'))).toEqual([]);
  await connector.stop();
});
