import { afterEach, expect, test } from 'vitest';
import { RawRconClient } from '../../tests/support/sim/raw-rcon-client.ts';
import type { SimServerOptions } from './options.ts';
import type { SimServer } from './server.ts';
import { startSimServer } from './server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(options: Partial<SimServerOptions> = {}): Promise<SimServer> {
  const server = await startSimServer({ game: 'DAYZ', password: 'secret', ...options });
  closing.push(() => server.stop());
  return server;
}

async function connect(server: SimServer): Promise<RawRconClient> {
  const client = await RawRconClient.open(server.address.rconPort);
  closing.push(() => client.close());
  return client;
}

test('a client logs in, lists players and hears them come and go', async () => {
  const server = await start({ join: 'manual' });
  const client = await connect(server);
  expect(await client.login('wrong')).toBe(false);
  expect(await client.login('secret')).toBe(true);
  const bob = server.join({
    name: 'Bob',
    steamId: '76561198054374215',
    address: '192.0.2.7',
    port: 2304,
    ping: 31,
  });
  server.world.identify(bob.id);
  server.world.verify(bob.id);
  expect(await client.command('players')).toBe(
    [
      'Players on server:',
      '[#] [IP Address]:[Port] [Ping] [GUID] [Name]',
      '--------------------------------------------------',
      '0   192.0.2.7:2304        31   0f09332d84ea4d1cd6bcd7332ae81d24(OK) Bob (Lobby)',
      '(1 players in total)',
    ].join('\n'),
  );
  server.leave(bob.id);
  await client.until(() => client.messages().includes('Player #0 Bob disconnected'));
  expect(client.messages().slice(1)).toEqual([
    'Player #0 Bob (192.0.2.7:2304) connected',
    'Player #0 Bob - BE GUID: 0f09332d84ea4d1cd6bcd7332ae81d24',
    'Verified GUID (0f09332d84ea4d1cd6bcd7332ae81d24) of player #0 Bob',
    'Player #0 Bob disconnected',
  ]);
});

test('a restart refuses connections, then takes logins, then answers', async () => {
  const server = await start({ restart: { downMs: 50, loadingMs: 50 } });
  const client = await connect(server);
  await client.login('secret');
  expect(await client.command('#shutdown')).toBe('');
  await expect.poll(() => server.state).toBe('down');
  client.send(1, 7, 'players');
  await client.until(() => client.errors.length > 0);
  expect(client.errors[0]).toMatchObject({ code: 'ECONNREFUSED' });
  await expect.poll(() => server.state).not.toBe('down');
  expect(await client.login('secret')).toBe(true);
  await expect.poll(() => server.state).toBe('running');
  expect(await client.command('players')).toContain('(0 players in total)');
});
