/** Which servers answer at an address: simulated ones of several games, over real UDP. */
import { afterEach, expect, it } from 'vitest';
import { guardedPorts } from '../src/host/connectors/address-rule.ts';
import { findServers, usualQueryPorts } from '../src/host/connectors/games/find-servers.ts';
import { systemPorts } from '../src/host/connectors/udp.ts';
import type { SimServerOptions } from '../src/sim/options.ts';
import { startSimServer } from '../src/sim/server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function startServer(options: SimServerOptions) {
  const server = await startSimServer({ password: 'a secret', ...options });
  closing.push(() => server.stop());
  return server.address;
}

it('tells each server that answers at an address, by its game, with its ports and figures', async () => {
  const started = [
    await startServer({ game: 'DAYZ', name: 'Черноруссия #1', players: 3 }),
    await startServer({ game: 'ARMA3', name: 'Altis', players: 0 }),
    await startServer({ game: 'RUST', name: 'Rusty', players: 2 }),
  ];
  const found = await findServers(
    started[0]!.host,
    started.map(({ queryPort }) => queryPort),
    systemPorts,
  );
  if (!found.ok) throw new TypeError(found.kind);
  const ours = found.servers.filter(({ queryPort }) =>
    started.some((one) => one.queryPort === queryPort),
  );
  expect(
    ours.map(({ game, gamePort, queryPort, name }) => ({ game, gamePort, queryPort, name })),
  ).toEqual(
    [
      { name: 'Черноруссия #1', ...started[0] },
      { name: 'Altis', ...started[1] },
      { name: 'Rusty', ...started[2] },
    ]
      .map(({ game, gamePort, queryPort, name }) => ({ game, gamePort, queryPort, name }))
      .toSorted((a, b) => (a.queryPort ?? 0) - (b.queryPort ?? 0)),
  );
  expect(ours.find(({ game }) => game === 'DAYZ')).toMatchObject({ players: 0, slots: 60 });
});

it('asks no address that the operator does not allow, and no name that is none', async () => {
  const address = await startServer({ game: 'DAYZ' });
  let opened = 0;
  const ports = guardedPorts(
    {
      ...systemPorts,
      openSocket: (...given) => {
        opened += 1;
        return systemPorts.openSocket(...given);
      },
    },
    () => false,
  );
  expect(await findServers(address.host, [], ports)).toEqual({
    ok: false,
    kind: 'address-not-allowed',
  });
  expect(await findServers('nowhere.invalid', [], ports)).toMatchObject({ ok: false });
  expect(opened).toBe(0);
});

it('asks some forty ports and no more', () => {
  expect(usualQueryPorts().length).toBeLessThanOrEqual(44);
  expect(usualQueryPorts()).toEqual(expect.arrayContaining([27_016, 2_303, 28_017, 27_015]));
});
