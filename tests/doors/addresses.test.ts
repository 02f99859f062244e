import { isIP } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addressKind,
  addressRule,
  guardedPorts,
  keptPorts,
} from '../../src/host/connectors/address-rule.ts';
import type { ConnectorTarget } from '../../src/host/connectors/contract.ts';
import { testConnection } from '../../src/host/connectors/games/test-connection.ts';
import { systemPorts } from '../../src/host/connectors/udp.ts';
import { problem } from '../../src/protocol/problem.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, serverBody, startQuickSim } from '../support/added-server.ts';
import { TestBrowser } from '../support/host.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { Decoy } from './decoy.ts';
import { SPELLINGS } from './spellings.ts';

const decoy = new Decoy();
let port: number;
const hosts: LiveHost[] = [];
const sims: SimServer[] = [];

beforeAll(async () => {
  port = await decoy.open();
});
afterEach(async () => {
  for (const host of hosts.splice(0).toReversed()) await host.stop();
  for (const sim of sims.splice(0)) await sim.stop();
});
afterAll(() => decoy.close());

const elsewhere = { privateAddresses: undefined, host: '0.0.0.0' };

function target(game: 'DAYZ' | 'RUST' | 'GENERIC', host: string): ConnectorTarget {
  const rcon = game === 'GENERIC' ? null : { port, password: 'x' };
  return { game, host, gamePort: port, queryPort: port, rcon };
}

/** Tries all of them; answers what each was told, and how many sockets were opened. */
async function tryAll(rule: ReturnType<typeof addressRule>) {
  let opened = 0;
  const counting = {
    ...systemPorts,
    openSocket: (...given: Parameters<typeof systemPorts.openSocket>) => {
      opened += 1;
      return systemPorts.openSocket(...given);
    },
    openWebSocket: (...given: Parameters<typeof systemPorts.openWebSocket>) => {
      opened += 1;
      return systemPorts.openWebSocket(...given);
    },
  };
  const told = await Promise.all(
    SPELLINGS.flatMap((host) =>
      (['DAYZ', 'RUST', 'GENERIC'] as const).map(async (game) => {
        const result = await testConnection(
          target(game, host),
          guardedPorts(counting, rule.allows),
        );
        return [host, result.ok ? 'ok' : result.fault.kind] as const;
      }),
    ),
  );
  return { told, opened };
}

describe('an address that the operator does not allow', () => {
  it('is connected to in none of two hundred spellings, and all of them answer alike', async () => {
    expect(SPELLINGS.length).toBeGreaterThan(200);
    const { told, opened } = await tryAll(addressRule(elsewhere));
    expect(opened).toBe(0);
    expect(decoy.heard).toEqual([]);
    // What is no address is a name to some resolvers, and not known to them: nothing was asked for.
    const other = told.filter(
      ([host, kind]) =>
        kind !== 'address-not-allowed' && (isIP(host) !== 0 || kind !== 'hostname-not-resolved'),
    );
    expect(other).toEqual([]);
  });

  it.each(['DAYZ', 'RUST', 'GENERIC'] as const)(
    'of a %s server is answered without waiting for anything',
    async (game) => {
      let waits = 0;
      const after = () => {
        waits += 1;
        return () => (waits -= 1);
      };
      // No time passes by this clock: whatever waits for some has no answer.
      const clock = { now: () => 0, elapsed: () => 0, after };
      const ports = guardedPorts({ ...systemPorts, clock }, addressRule(elsewhere).allows);
      expect(await testConnection(target(game, '127.0.0.1'), ports)).toEqual({
        ok: false,
        fault: { kind: 'address-not-allowed' },
      });
      expect(waits).toBe(0);
    },
  );

  it('answers alike whether something listens there or not', async () => {
    const host = await startLiveHost(undefined, false, elsewhere);
    hosts.push(host);
    const { browser } = await createTestAccount(host.app, host.deps, ['host.server.create']);
    const told = [];
    for (const rcon_port of [port, 1]) {
      for (const address of ['127.0.0.1', 'localhost', '::ffff:127.0.0.1', '169.254.169.254']) {
        for (const call of ['test', 'add']) {
          const answer = await browser.post(`/app/v1/servers/${call}`, {
            identifier: 'Inside',
            timezone: 'UTC',
            game: 4,
            host: address,
            game_port: rcon_port,
            query_port: rcon_port,
            rcon_port,
            rcon_password: 'x',
          });
          const { type: _type, ...rest } = problem.parse(answer.json());
          told.push(rest);
        }
      }
    }
    expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(told[0]?.code).toBe('address-not-allowed');
    expect(decoy.heard).toEqual([]);
  });

  it('is found out again each time that a name is looked up', async () => {
    const answers = ['203.0.113.7', '127.0.0.1'];
    const names = {
      ...systemPorts,
      resolve: () => Promise.resolve({ ok: true, address: answers.shift() ?? '' } as const),
    };
    const { resolve } = guardedPorts(names, addressRule(elsewhere).allows);
    expect(await resolve('game.example.org')).toEqual({ ok: true, address: '203.0.113.7' });
    expect(await resolve('game.example.org')).toMatchObject({ kind: 'address-not-allowed' });
  });
});

describe('the operator’s choice', () => {
  it.each([
    ['127.0.0.1', undefined, true],
    ['localhost', undefined, true],
    ['::1', undefined, true],
    ['0.0.0.0', undefined, false],
    ['::', undefined, false],
    ['192.0.2.1', undefined, false],
    ['0.0.0.0', true, true],
    ['127.0.0.1', false, false],
    ['127.0.0.1', ['10.0.0.0/8'], false],
    ['0.0.0.0', ['127.0.0.1', '10.0.0.0/8'], true],
  ])('on %s with %j lets loopback in: %s', (host, privateAddresses, allowed) => {
    const rule = addressRule({ host, privateAddresses });
    expect(rule.allows('127.0.0.1')).toBe(allowed);
    expect(rule.allows('203.0.113.7')).toBe(true);
    expect(rule.allows('169.254.169.254')).toBe(false);
    expect(rule.keeps('fe80::1%2')).toBe(false);
  });

  it('leaves public addresses alone', () => {
    for (const address of [
      '1.1.1.1',
      '172.32.0.1',
      '100.128.0.1',
      '2606:4700::1111',
      '2002:101::1',
    ]) {
      expect(addressKind(address)).toBe('public');
    }
  });
});

describe('a server in a private network', () => {
  it('that was let in stays connected and may be edited when the host listens elsewhere, and the operator is told', async () => {
    const [sim, other] = [await startQuickSim(), await startQuickSim()];
    sims.push(sim, other);
    const first = await startLiveHost();
    hosts.push(first);
    const { browser } = await createTestAccount(first.app, first.deps, ['host.server.create']);
    const id = await addServer(browser, sim, 'Old');
    await first.live.supervisor.stop();

    const second = await startLiveHost(first, true, elsewhere);
    hosts.push(second);
    const keeper = new TestBrowser(second.app);
    for (const [name, value] of browser.cookies) keeper.cookies.set(name, value);
    await expect
      .poll(() => second.live.supervisor.runtimes.get(id)?.row.state.state, {
        timeout: 20_000,
      })
      .toBe('CONNECTED');
    await expect
      .poll(() => second.logged.find((line) => line.includes('MUSTER_PRIVATE_ADDRESSES')))
      .toContain(id);

    const { game: _game, ...settings } = serverBody(sim, 'Old');
    const edit = (changes: object) =>
      keeper.post(`/app/v1/server/${id}/settings`, { ...settings, ...changes });
    expect((await edit({})).statusCode).toBe(200);
    const elsewhereIn = problem.parse((await edit({ host: 'localhost' })).json());
    expect(elsewhereIn.code).toBe('address-not-allowed');
    const wrong = problem.parse((await edit({ rcon_password: 'another' })).json());
    expect(wrong.code).toBe('authentication-failed');

    const { browser: later } = await createTestAccount(second.app, second.deps, [
      'host.server.create',
    ]);
    const answer = await later.post('/app/v1/servers/add', serverBody(other, 'New'));
    expect(problem.parse(answer.json()).code).toBe('address-not-allowed');
  });

  it('is left where the operator decides so, and says why', async () => {
    const sim = await startQuickSim();
    sims.push(sim);
    const first = await startLiveHost();
    hosts.push(first);
    const { browser } = await createTestAccount(first.app, first.deps, ['host.server.create']);
    const id = await addServer(browser, sim, 'Old');
    await first.live.supervisor.stop();
    const second = await startLiveHost(first, true, { privateAddresses: false });
    hosts.push(second);
    const state = () => second.live.supervisor.runtimes.get(id)?.row.state;
    await expect.poll(() => state()?.error, { timeout: 20_000 }).toBe('address-not-allowed');
    expect(state()?.state).toBe('ERROR');
  });

  it('is private no more once its address is public: its name may not lead inside later', async () => {
    const sim = await startQuickSim();
    sims.push(sim);
    const first = await startLiveHost();
    hosts.push(first);
    const { browser } = await createTestAccount(first.app, first.deps, ['host.server.create']);
    const id = await addServer(browser, sim, 'Old');
    await first.live.supervisor.stop();
    const { db } = first.deps;
    await db.updateTable('servers').set({ host: '203.0.113.9' }).where('id', '=', id).execute();
    const second = await startLiveHost(first, true, elsewhere);
    hosts.push(second);
    const read = db.selectFrom('servers').select('private_address').where('id', '=', id);
    await expect
      .poll(() => read.executeTakeFirst(), { timeout: 20_000 })
      .toEqual({ private_address: false });

    const leads = ['10.0.0.5', '203.0.113.9', '10.0.0.5'];
    let told = 0;
    const resolve = async () => ({ ok: true, address: leads.shift() ?? '' }) as const;
    const rule = addressRule({ host: '0.0.0.0', privateAddresses: undefined });
    const ports = keptPorts({ ...systemPorts, resolve }, rule, () => (told += 1));
    const looks = [await ports.resolve('x'), await ports.resolve('x'), await ports.resolve('x')];
    expect(looks.map(({ ok }) => ok)).toEqual([true, true, false]);
    expect(told).toBe(1);
  });
});
