import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../src/protocol/calls.ts';
import { GAME } from '../../src/protocol/enumerations.ts';
import { problem } from '../../src/protocol/problem.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, RCON_PASSWORD, serverBody, startQuickSim } from '../support/added-server.ts';
import type { TestBrowser } from '../support/host.ts';
import { untilLocked } from '../support/until-locked.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { Decoy } from './decoy.ts';
import { letIn } from '../support/let-in.ts';

let host: LiveHost;
let owner: TestBrowser;
let helper: TestBrowser;
let sim: SimServer;
let id: string;
const decoy = new Decoy();
let decoyPort: number;

beforeAll(async () => {
  host = await startLiveHost();
  ({ browser: owner } = await createTestAccount(host.app, host.deps, ['host.server.create']));
  const guest = await createTestAccount(host.app, host.deps);
  helper = guest.browser;
  sim = await startQuickSim();
  id = await addServer(owner, sim, 'Mine');
  await letIn(owner, guest, id, ['server.modify.settings']);
  decoyPort = await decoy.open();
});
afterAll(async () => {
  decoy.close();
  await sim.stop();
  await host.stop();
});

async function edit(changes: object) {
  const { game: _game, rcon_password: _password, ...body } = serverBody(sim, 'Mine');
  return helper.post(`/app/v1/server/${id}/settings`, { ...body, ...changes });
}

async function newestAudit() {
  const answer = await owner.get(`/app/v1/server/${id}/audit`);
  return CALLS.auditPage.answer.parse(answer.json()).rows[0];
}

describe('the stored RCon password', () => {
  it.each([
    ['RCon port', () => ({ rcon_port: decoyPort })],
    ['address', () => ({ host: 'localhost' })],
    ['spelling of the address', () => ({ host: '127.1' })],
    ['game port', () => ({ game_port: decoyPort })],
    ['query port', () => ({ query_port: decoyPort })],
  ])('goes nowhere when the %s changes, and whoever tried is in the audit', async (_, changes) => {
    const refused = problem.parse((await edit(changes())).json());
    expect(refused).toMatchObject({
      code: 'password-needed',
      fields: { rcon_password: 'required' },
    });
    expect(await newestAudit()).toMatchObject({
      action: 'servers.edit-refused',
      actor_id: expect.any(String),
      detail: { fields: Object.keys(changes()), refused: 'password-needed' },
    });
    expect(decoy.heard).toEqual([]);
  });

  it('stays where it is when another is tried elsewhere, which is in the audit too', async () => {
    const tried = await edit({ rcon_port: decoyPort, rcon_password: 'a password of my own' });
    expect(problem.parse(tried.json()).code).toBe('socket-unreachable');
    expect(decoy.heard.join()).toContain('a password of my own');
    expect(decoy.heard.join()).not.toContain(RCON_PASSWORD);
    expect(await newestAudit()).toMatchObject({
      detail: { fields: ['rcon_port', 'rcon_password'], refused: 'socket-unreachable' },
    });
  });

  it('is nothing that a game with a remote control can do without', async () => {
    const refused = await edit({ rcon_port: null, rcon_password: RCON_PASSWORD });
    expect(problem.parse(refused.json())).toMatchObject({
      code: 'invalid-request',
      fields: { rcon_port: 'required' },
    });
  });

  it('is not asked for a new name', async () => {
    expect((await edit({ identifier: 'Renamed' })).statusCode).toBe(200);
    expect(await newestAudit()).toMatchObject({ action: 'servers.edit' });
  });
});

it('a new name does not make a server private again that was found public in the meantime', async () => {
  const { db } = host.deps;
  const renamed = await db.transaction().execute(async (trx) => {
    await trx.updateTable('servers').set({ private_address: false }).where('id', '=', id).execute();
    const answer = edit({ identifier: 'Renamed anew' });
    await untilLocked(db, 1, 'select%from "servers"%for update');
    return { answer };
  });
  expect((await renamed.answer).statusCode).toBe(200);
  const read = db.selectFrom('servers').select(['identifier', 'private_address']);
  expect(await read.where('id', '=', id).executeTakeFirst()).toEqual({
    identifier: 'Renamed anew',
    private_address: false,
  });
});

describe('what is registered here', () => {
  it('is told to nobody who does not know its RCon password', async () => {
    const body = { ...serverBody(sim, 'Theirs'), rcon_password: 'a guess' };
    for (const call of ['test', 'add']) {
      const stranger = await createTestAccount(host.app, host.deps, ['host.server.create']);
      const guess = await stranger.browser.post(`/app/v1/servers/${call}`, body);
      expect(problem.parse(guess.json()).code).toBe('authentication-failed');
      const known = await stranger.browser.post(`/app/v1/servers/${call}`, {
        ...body,
        rcon_password: RCON_PASSWORD,
      });
      expect(problem.parse(known.json()).code).toBe('already-claimed');
    }
  });

  it('without a remote control is nobody’s claim: whoever watches it too learns nothing', async () => {
    const watched = {
      ...serverBody(sim, 'Watched', GAME.GENERIC),
      rcon_port: null,
      rcon_password: null,
    };
    expect((await owner.post('/app/v1/servers/add', watched)).statusCode).toBe(200);
    const twice = await owner.post('/app/v1/servers/add', watched);
    expect(problem.parse(twice.json()).code).toBe('already-claimed');
    const stranger = await createTestAccount(host.app, host.deps, ['host.server.create']);
    expect((await stranger.browser.post('/app/v1/servers/add', watched)).statusCode).toBe(200);
  });
});
