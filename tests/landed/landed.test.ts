/** Whoever ran the landed version loses nothing: this host starts on what that one left. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditVerify } from '../../src/cli/audit-verify.ts';
import { withInstallation } from '../../src/cli/installation.ts';
import { startHost, type RunningHost } from '../../src/host/host.ts';
import { createLogger } from '../../src/host/logger.ts';
import { storedPassword } from '../../src/host/servers/connection.ts';
import { readSettings } from '../../src/host/settings.ts';
import { startPostgres, type EmbeddedPostgres } from '../../src/host/store/embedded/postgres.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { SERVER_PERMISSION } from '../../src/protocol/permissions.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { loadRecording } from '../../src/testing/recording.ts';
import { WebPerson } from '../support/web-person.ts';
import { LANDED, LANDED_RECORDINGS, landedRecording, restoreLanded } from './restore.ts';

/** What the operator was told. */
const said: string[] = [];
const log = createLogger('warn', { write: (line) => void said.push(line) });
const [chernarus, altis, island] = LANDED.servers;
/** Of this run alone, so that another run's simulators are not met. */
const network = `127.${20 + (process.pid % 200)}.${1 + (Math.floor(process.pid / 200) % 250)}`;

let work: string;
let environment: Record<string, string>;
let postgres: EmbeddedPostgres;
let host: RunningHost;
const sims: SimServer[] = [];

/** The clock goes on an hour after it was left, whenever the tests run. */
const began = Date.now();
const clock = () => LANDED.madeAt + 3_000_000 + (Date.now() - began);

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'muster-landed-'));
  const [dataDir, logRoot] = [join(work, 'data'), join(work, 'logs')];
  await mkdir(join(logRoot, 'chernarus'), { recursive: true });
  await restoreLanded(dataDir, { network, logRoot });
  environment = { MUSTER_DATA: dataDir, MUSTER_LOG_ROOT: logRoot, PORT: '0' };
  const settings = readSettings(environment, work);
  postgres = await startPostgres({ dataDir, log });
  const portalDir = resolve(work, 'no portal');
  host = await startHost({ settings, connection: postgres.connection, log, portalDir, clock });
});

afterAll(async () => {
  for (const sim of sims) await sim.stop();
  await host.stop();
  await postgres.stop();
  await rm(work, { recursive: true, force: true });
});

/** Somebody with the cookie of a session of then. */
function remembered(username: string): WebPerson {
  const session = LANDED.accounts.find((account) => account.username === username)?.session;
  return new WebPerson(host.address, { muster_session: session ?? '' });
}

const login = async (person: WebPerson) =>
  CALLS.status.answer.parse((await person.get('/app/v1/@me/status')).body).state.login;
const serversOf = async (person: WebPerson) =>
  CALLS.serversList.answer.parse((await person.get('/app/v1/servers/list')).body).servers;

describe('an account of the landed version', () => {
  it.each(LANDED.accounts)('$username signs in with the password of then', async ({ username }) => {
    const person = new WebPerson(host.address);
    const { status } = await person.post('/app/v1/auth/sign-in', {
      identifier: username,
      password: LANDED.password,
    });
    expect(status).toBe(200);
    expect(await login(person)).toBe('LOGGED_IN');
  });

  it('is still signed in where it was, and only there', async () => {
    expect(await login(remembered('ada'))).toBe('LOGGED_IN');
    expect(await login(remembered('bob'))).toBe('LOGGED_IN');
    expect(await login(new WebPerson(host.address))).toBe('NOT_LOGGED_IN');
  });

  it('keeps what it chose, its plan, its title and its operator’s rights', async () => {
    const ada = remembered('ada');
    const session = CALLS.session.answer.parse((await ada.get('/app/v1/@me/session')).body);
    expect(session.preferences.language).toBe('de');
    expect(session.subscription.plan).toBe('community');
    expect(session.capabilities).toEqual(['host.operate', 'host.server.create']);
    const { progression } = CALLS.bootstrap.answer.parse(
      (await ada.get('/app/v1/@me/bootstrap')).body,
    );
    expect(progression.titles).not.toEqual([]);
  });

  it('has what it was granted, and no more', async () => {
    const held = async (username: string) =>
      CALLS.session.answer.parse((await remembered(username).get('/app/v1/@me/session')).body)
        .servers;
    const all = LANDED.servers.map(({ id }) => [id, SERVER_PERMISSION]);
    expect(await held('ada')).toEqual(Object.fromEntries(all));
    expect(await held('bob')).toEqual({
      [chernarus!.id]: [
        'server.view',
        'server.view.feed',
        'server.action.kick',
        'server.personnel',
      ],
    });
  });

  it('may use the links of then', async () => {
    const reset = await new WebPerson(host.address).post('/app/v1/auth/reset', {
      token: LANDED.reset,
      password: LANDED.password,
    });
    expect(reset.status).toBe(200);
    const invited = await new WebPerson(host.address).post('/app/v1/auth/sign-up', {
      username: 'mallory',
      display_name: 'Mallory',
      email: 'mallory@example.org',
      password: LANDED.password,
      invitation: LANDED.invitation,
    });
    expect(invited.status).toBe(200);
  });
});

describe('a server of the landed version', () => {
  it('is there, with its name, its history and its feed', async () => {
    const ada = remembered('ada');
    const servers = await serversOf(ada);
    expect(servers.map(({ configuration }) => configuration.identifier).toSorted()).toEqual(
      LANDED.servers.map(({ identifier }) => identifier).toSorted(),
    );
    const { body } = await ada.get(`/app/v1/server/${chernarus!.id}/feed?limit=500`);
    const kinds = CALLS.feedPage.answer.parse(body).entries.map(({ entry }) => entry.kind);
    expect(kinds).toEqual(expect.arrayContaining(['chat', 'action', 'join']));
  });

  it('has the password that was given for it', async () => {
    await withInstallation(environment, async ({ db, secrets }) => {
      const rows = await db.selectFrom('servers').select(['id', 'sealed_password']).execute();
      const opened = new Map(rows.map((row) => [row.id, storedPassword(row, secrets)]));
      for (const { id, password } of LANDED.servers) expect(opened.get(id)).toBe(password);
    });
  });

  it.runIf(process.platform === 'linux')(
    'at an address of this machine is connected to as before, its log folder followed',
    async () => {
      const words = { DAYZ: chernarus, ARMA3: altis, RUST: island } as const;
      for (const [game, server] of Object.entries(words) as ['DAYZ', typeof chernarus][]) {
        const { ports, password, host: address } = server!;
        sims.push(
          await startSimServer({
            game,
            host: address.replace('127.77.0', network),
            gamePort: ports.game,
            queryPort: ports.query,
            rconPort: ports.rcon ?? 0,
            password: password ?? '',
          }),
        );
      }
      const ids: readonly string[] = [chernarus!.id, altis!.id, island!.id];
      const states = async () =>
        (await serversOf(remembered('ada')))
          .filter(({ id }) => ids.includes(id))
          .map(({ state }) => state.state);
      await expect
        .poll(states, { timeout: 50_000 })
        .toEqual(['CONNECTED', 'CONNECTED', 'CONNECTED']);
      const { body } = await remembered('ada').get(`/app/v1/server/${chernarus!.id}/settings`);
      expect(CALLS.settingsPage.answer.parse(body).rows[0]?.log_folder).toBe(
        join(work, 'logs', 'chernarus'),
      );
    },
  );

  it('keeps its log folder and reads it, and the operator is told that nobody gave it', async () => {
    const path = join(work, 'logs', 'chernarus');
    const { body } = await remembered('ada').get(`/app/v1/server/${chernarus!.id}/logs`);
    expect(CALLS.logsPage.answer.parse(body).rows[0]).toMatchObject({ problem: null });
    await withInstallation(environment, async ({ db }) => {
      const folders = db.selectFrom('log_folders').select(['path', 'by_upgrade']);
      expect(await folders.execute()).toEqual([{ path, by_upgrade: true }]);
    });
    await vi.waitFor(() => {
      const told = said.filter((line) => line.includes('log folders that were named before'));
      expect(told).toEqual([expect.stringContaining(JSON.stringify(path))]);
    });
  });
});

it('a wall of the landed version is there, and its screen needs no new pairing', async () => {
  const { body } = await remembered('ada').get(`/app/v1/wall/${LANDED.wall}`);
  expect(CALLS.wallRead.answer.parse(body).wall).toMatchObject({
    name: 'Lobby',
    scenes: [{ title: 'All' }, { title: 'Two' }],
  });
  const screen = new WebPerson(host.address, { muster_display: LANDED.display.token });
  const session = CALLS.displaySession.answer.parse(
    (await screen.get('/app/v1/@display/session')).body,
  );
  expect(session.display).toEqual({ display_id: LANDED.display.id, name: 'Lobby left' });
});

it('the audit of the landed version is whole, row by row, and goes on', async () => {
  const verified: string[] = [];
  await withInstallation(environment, async (installation) => {
    const rows = await installation.db
      .selectFrom('audit')
      .select(['id', 'hash', 'action'])
      .orderBy('id')
      .execute();
    expect(rows.length).toBeGreaterThan(LANDED.tables.audit!);
    const newest = rows[LANDED.tables.audit! - 1];
    expect(newest?.hash.toString('hex')).toBe(LANDED.auditHead);
    expect(rows[LANDED.tables.audit!]?.action).toBe('audit.keyed');
    const terminal = { say: (line: string) => void verified.push(line), ask: async () => '' };
    expect(await auditVerify(installation, terminal)).toBe(0);
  });
  expect(verified.join()).toContain('The audit is whole');
});

it.each(LANDED_RECORDINGS)('the recording %s ends in the rows that it did', async (name) => {
  const recording = loadRecording(await landedRecording(name));
  expect(recording.damage).toEqual([]);
  expect(recording.events).toHaveLength(recording.end?.seq ?? 0);
  expect(recording.hash).toBe(recording.end?.hash);
});
