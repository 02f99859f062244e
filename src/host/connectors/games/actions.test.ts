import { expect, test } from 'vitest';
import { ASKABLE, GAME_NAMES, GAMES } from '../../../protocol/games/games.ts';
import { createConnector } from './connect.ts';
import type { GameCommand } from '../contract.ts';
import { FakeNetwork, ManualClock } from '../doubles.ts';

const COMMANDS: readonly GameCommand[] = [
  { action: 'RAW', command: 'status' },
  { action: 'MESSAGE_PRIVATE', playerKey: 'somebody', text: 'hello' },
  { action: 'MESSAGE_PUBLIC', text: 'hello' },
  { action: 'SERVER_LOCK' },
  { action: 'SERVER_UNLOCK' },
  { action: 'SERVER_RESTART' },
  { action: 'SERVER_KICK', playerKey: 'somebody', reason: '' },
];

test.each(GAME_NAMES)(
  'the connector of %s has each action that its game has, no other',
  async (game) => {
    const rcon = { port: 2306, password: 'canary-password' };
    const target = { game, host: '192.0.2.1', gamePort: 2302, queryPort: null, rcon };
    const ports = new FakeNetwork(new ManualClock()).ports();
    const connector = createConnector(target, ports, () => undefined);
    const kinds = await Promise.all(
      COMMANDS.map(async (command) => {
        const result = await connector.run(command);
        return [command.action, result.ok ? 'done' : result.kind];
      }),
    );
    const { actions } = GAMES[game];
    expect(kinds).toEqual(
      ASKABLE.map((action) => [action, actions.includes(action) ? 'not-connected' : 'unsupported']),
    );
  },
);
