import { expect, it } from 'vitest';
import { GAME } from '../../protocol/enumerations.ts';
import { HostError } from '../calls/host-error.ts';
import { FakeNetwork, ManualClock } from '../connectors/doubles.ts';
import { FakeRustServer } from '../connectors/rust/doubles.ts';
import { checkConnection, checkRemoteControl } from './check-connection.ts';

function refusal(given: Parameters<typeof checkRemoteControl>[0]): unknown {
  try {
    checkRemoteControl(given);
    return null;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return { message: error.message, fields: error.fields };
  }
}

it('a game with a remote control needs its port and password, one without has no use for them', () => {
  const all = { rcon_port: 2_302, rcon_password: 'x' };
  const none = { rcon_port: null, rcon_password: null };
  expect(refusal({ game: GAME.DAYZ, ...all })).toBeNull();
  expect(refusal({ game: GAME.GENERIC, ...none })).toBeNull();
  expect(refusal({ game: GAME.DAYZ, ...all, rcon_password: null })).toMatchObject({
    message: 'This game needs the RCon port and password.',
    fields: { rcon_password: 'required' },
  });
  expect(refusal({ game: GAME.GENERIC, ...all })).toMatchObject({
    message: 'This game has no remote control.',
    fields: { rcon_port: 'unused', rcon_password: 'unused' },
  });
});

it('what a server that lets nobody in answers is told', async () => {
  const clock = new ManualClock();
  const network = new FakeNetwork(clock);
  const rcon = { address: '192.0.2.1', port: 28_016 };
  const server = new FakeRustServer(network, clock, rcon);
  server.refusals.push({ kind: 'rejected', status: 403 }, { kind: 'rejected', status: 403 });
  const target = { game: 'RUST', host: rcon.address, gamePort: 28_015, queryPort: 28_017 } as const;
  const refused = checkConnection(
    { ...target, rcon: { port: rcon.port, password: 'canary' } },
    network.ports(),
    () => true,
  ).catch((error: unknown) => error);
  await clock.advance(30_000);
  expect(await refused).toMatchObject({
    kind: 'forbidden',
    message: 'The server refused: HTTP 403.',
  });
});
