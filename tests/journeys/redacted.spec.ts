import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { FACT_TABLES } from '../../src/domain/tables.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { SERVER_PERMISSION } from '../../src/protocol/permissions.ts';
import { startSimServer, type SimServer } from '../../src/sim/server.ts';
import { loadRecording } from '../../src/testing/recording.ts';
import { MUSTER } from '../support/serving.ts';
import { RawRconClient } from '../support/sim/raw-rcon-client.ts';
import { tracesOf } from '../support/traces.ts';
import { pressOn, tick } from './support/keyboard.ts';
import { call, openServer, test as base } from './support/portal.ts';

const OWNER = {
  username: 'quietfox.kowalczyk',
  display_name: 'FoxKowalczyk',
  email: 'kowalczyk@inbox.example',
  password: 'bernstein lampe 4711',
};
const HELPER = {
  username: 'moewe_dithmarschen',
  display_name: 'MoeweDithmarschen',
  email: 'moewe@nordsee.example',
  password: 'kabeljau und dorsch',
};
const SERVER = { identifier: 'Zylindria Nachts', timezone: 'Antarctica/Troll' };
const RENAMED = 'Quastenflosser Zwei';
const RCON_PASSWORD = 'hummelflug-geheim';

/** Who plays: names that are texts of other kinds too, in letters that are spelled in several ways. */
const PEOPLE = [
  { name: 'Żółw Ärgerlich', steamId: '76561198012345671', address: '203.0.113.71' },
  {
    name: 'Żółw Ärgerlich'.normalize('NFD'),
    steamId: '76561198012345672',
    address: '203.0.113.72',
  },
  { name: 'mika@funkpost.example', steamId: '76561198012345673', address: '203.0.113.73' },
  { name: '198.51.100.24', steamId: '76561198012345674', address: '203.0.113.74' },
  { name: 'Ёжик "в" (тумане): \\o/', steamId: '76561198012345675', address: '203.0.113.75' },
  { name: 'KRÖTENWANDERER', steamId: '76561198012345676', address: '203.0.113.76' },
] as const;
const [TURTLE, , MIKA, NUMBERS, HEDGEHOG, TOAD] = PEOPLE;

/** What is said, sent and typed; what stands in it that names somebody. */
const SAID = {
  chat: 'Treffpunkt Apfelmühle, schreib an petra@gartenzaun.example oder 192.0.2.144',
  side: 'ПАРОЛЬ: Мухомор — скажи Żółw Ärgerlich',
  message: 'Willkommen bei Brummkreisel, Rufnummer 0049-170-5556677',
  whisper: 'Nur für dich: Code Salamander-88213',
  kick: 'Beleidigung von Kasimir Plötzlich',
  ban: 'Betrug, siehe https://pranger.example/akte/90210?wer=Nebelkrähe',
  other: 'Wartung durch Gewitterziege um Mitternacht',
} as const;
const BANNED_ADDRESS = '198.51.100.231';
const PARTS = [
  'Apfelmühle',
  'petra@gartenzaun.example',
  '192.0.2.144',
  'Мухомор',
  'Brummkreisel',
  '0049-170-5556677',
  'Salamander-88213',
  'Kasimir Plötzlich',
  'pranger.example',
  'Nebelkrähe',
  'Gewitterziege',
  'Kowalczyk',
  'Dithmarschen',
  'Zylindria',
  'Quastenflosser',
  'Ärgerlich',
  'тумане',
];

/** A server whose name, map and password are to be found nowhere either. */
const test = base.extend({
  sim: async ({}, use) => {
    const sim = await startSimServer({
      game: 'DAYZ',
      password: RCON_PASSWORD,
      name: 'Murmeltierbau Oberstdorf',
      map: 'kolibriland',
      slots: 60,
      seed: 7,
      join: { guidMs: 60, verifiedMs: 60, lobbyMs: 60 },
    });
    await use(sim);
    await sim.stop();
  },
});

let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-redacted-'));
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

async function expectCalled(page: Page, path: string, body: object): Promise<unknown> {
  const { status, answer } = await call(page, path, body);
  expect(status, `${path}: ${JSON.stringify(answer)}`).toBe(200);
  return answer;
}

async function signUp(page: Page, origin: string, path: string, account: object): Promise<void> {
  await page.goto(`${origin}/auth`);
  await expectCalled(page, `/app/v1/auth/${path}`, account);
}

/** What cookies and calls carry that proves who somebody is. */
async function tokensOf(context: BrowserContext, page: Page): Promise<readonly string[]> {
  const { acsrf_token: token } = await page.evaluate(
    async () =>
      (await (await fetch('/app/v1/@me/acsrf-token')).json()) as { readonly acsrf_token: string },
  );
  return [token, ...(await context.cookies()).map(({ value }) => value)];
}

function joinAll(sim: SimServer): readonly number[] {
  return PEOPLE.map((person) => {
    const arrival = sim.join(person);
    expect(arrival.outcome).toBe('joined');
    return arrival.id;
  });
}

/** Everything that people do on a server and with it, with a planted word in each. */
async function plant(
  [page, helper]: readonly [Page, Page],
  sim: SimServer,
  id: string,
  settings: object,
): Promise<void> {
  const people = joinAll(sim);
  const names = page.locator('.players .player-link bdi');
  await expect(names).toHaveCount(PEOPLE.length);
  sim.chat(people[0] ?? 0, 'Global', SAID.chat);
  sim.chat(people[4] ?? 0, 'Side', SAID.side);
  const rcon = await RawRconClient.open(sim.address.rconPort);
  expect(await rcon.login(RCON_PASSWORD)).toBe(true);
  await rcon.command(`say -1 ${SAID.other}`);
  await rcon.command(`say 2 ${SAID.other}`);
  rcon.close();
  const players = await playersOf(page, id);
  const act = (request: object, by = page) => {
    const request_id = Array.from({ length: 24 }, () =>
      Math.floor(Math.random() * 16).toString(16),
    );
    const body = { request_id: request_id.join(''), request };
    return expectCalled(by, `/app/v1/server/${id}/action`, body);
  };
  const playerCalled = (name: string) => players.find((player) => player.name === name)?.id;
  await act({ action: SERVER_ACTION.MESSAGE_PUBLIC, text: SAID.message }, helper);
  await act({
    action: SERVER_ACTION.MESSAGE_PRIVATE,
    player_id: playerCalled(TURTLE.name),
    text: SAID.whisper,
  });
  await act({
    action: SERVER_ACTION.SERVER_KICK,
    player_id: playerCalled(NUMBERS.name),
    reason: SAID.kick,
  });
  const toad = sim.roster().find(({ name }) => name === TOAD.name)?.slot;
  await act({ action: SERVER_ACTION.RAW, command: `ban ${toad} 0 ${SAID.ban}` });
  await act({ action: SERVER_ACTION.RAW, command: `addBan ${BANNED_ADDRESS} 0 ${SAID.ban}` });
  for (const command of ['bans', 'players', 'admins']) {
    await act({ action: SERVER_ACTION.RAW, command });
  }
  await expectCalled(page, `/app/v1/server/${id}/settings`, { ...settings, identifier: RENAMED });
  await expect(names).toHaveCount(PEOPLE.length - 2);
  await expect(page.getByRole('heading', { name: RENAMED }).first()).toBeVisible();
  await pressOn(page.getByRole('tab', { name: 'Console' }));
  await expect(page.locator('.line[data-direction="answer"]').last()).toBeVisible();
}

async function playersOf(page: Page, id: string) {
  const { servers } = await page.evaluate(
    async () =>
      (await (await fetch('/app/v1/servers/list')).json()) as {
        readonly servers: readonly {
          readonly id: string;
          readonly players: readonly { readonly id: string; readonly name: string }[];
        }[];
      },
  );
  return servers.find((server) => server.id === id)?.players ?? [];
}

async function saved(page: Page, name: string): Promise<string> {
  const download = page.waitForEvent('download');
  await pressOn(page.getByRole('button', { name: 'Save the last 10 minutes' }));
  const path = join(folder, name);
  await (await download).saveAs(path);
  return path;
}

async function muster(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  await promisify(execFile)(process.execPath, [MUSTER, ...args], {
    env: { ...process.env, ...env },
  });
}

/** Every pair of texts at the same place of two recordings of the same events. */
function* pairsOf(told: unknown, redacted: unknown): Generator<readonly [string, string]> {
  if (typeof told === 'string' && typeof redacted === 'string') yield [told, redacted];
  if (typeof told !== 'object' || told === null || redacted === null) return;
  for (const [name, value] of Object.entries(told)) {
    const other = (redacted as Readonly<Record<string, unknown>>)[name];
    if (other !== undefined) yield* pairsOf(value, other);
  }
}

/** How many rows of what the host told there are of each kind at the end; the link is of its own moment. */
function countsOf(text: string): Readonly<Record<string, number>> {
  const { rows, damage, end, hash } = loadRecording(text);
  expect(damage).toEqual([]);
  expect(end?.hash).toBe(hash);
  return Object.fromEntries(FACT_TABLES.map((table) => [table, rows[table].size]));
}

const PSEUDONYM = /^(?:[0-9a-f]{24}|[0-9a-f]{32}|Player [0-9a-f]{8})$/;

/** The same thing has the same pseudonym wherever it stands, and no other thing has it. */
function expectConsistent(told: string, redacted: string): void {
  const lines = [told, redacted].map((text) => text.trimEnd().split('\n').slice(1, -1));
  const [left = [], right = []] = lines.map((all) =>
    all.map((line) => JSON.parse(line) as unknown),
  );
  expect(right).toHaveLength(left.length);
  const pseudonyms = new Map<string, Set<string>>();
  const things = new Map<string, Set<string>>();
  const put = (map: Map<string, Set<string>>, key: string, value: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(value));
  for (const [index, line] of left.entries()) {
    for (const [thing, pseudonym] of pairsOf(line, right[index])) {
      if (!PSEUDONYM.test(pseudonym)) continue;
      put(pseudonyms, thing, pseudonym);
      put(things, pseudonym, thing);
    }
  }
  for (const { name } of PEOPLE) expect(pseudonyms.get(name)?.size, name).toBe(1);
  expect([...pseudonyms].filter(([, all]) => all.size > 1)).toEqual([]);
  expect([...things].filter(([, all]) => all.size > 1)).toEqual([]);
}

test('a recording that is redacted tells of nobody, and replays all the same', async ({
  page,
  elsewhere,
  sim,
  host: portal,
}) => {
  const { origin, dataDir } = portal;
  await signUp(page, origin, 'found', OWNER);
  const { host, gamePort, queryPort, rconPort } = sim.address;
  const address = { host, game_port: gamePort, query_port: queryPort, rcon_port: rconPort };
  const settings = { ...SERVER, ...address };
  const added = { ...settings, game: 1, rcon_password: RCON_PASSWORD };
  const { server_id: id } = (await expectCalled(page, '/app/v1/servers/add', added)) as {
    readonly server_id: string;
  };
  const helper = await elsewhere.newPage();
  await signUp(helper, origin, 'sign-up', HELPER);
  const { invite_id: invited } = (await expectCalled(page, '/app/v1/invites/create', {
    request_id: '1'.repeat(24),
    identifier: HELPER.username,
    email: null,
    server_ids: [id],
    permissions: [...SERVER_PERMISSION],
  })) as { readonly invite_id: string };
  await expectCalled(helper, `/app/v1/invites/${invited}/answer`, { accept: true });
  await helper.goto(`${origin}/dashboard/${id}`);
  const room = await openServer(page.context(), origin, id);
  await expect(room.getByText('Online').first()).toBeVisible();
  await plant([room, helper], sim, id, settings);
  const tokens = [
    ...(await tokensOf(page.context(), room)),
    ...(await tokensOf(elsewhere, helper)),
  ];

  const inspector = await page.context().newPage();
  await inspector.goto(`${origin}/inspector`);
  const redacted = await saved(inspector, 'redacted.ndjson');
  await tick(inspector.getByLabel('Leave names and texts as they are'));
  const asIs = await saved(inspector, 'as-is.ndjson');
  const fileOf = (name: string) => join(folder, name);
  const recordings = {
    'what a tab saved': redacted,
    'what a tab saved as it was, redacted': fileOf('as-is-redacted.ndjson'),
    'what the host recorded': fileOf('host-redacted.ndjson'),
    'what the host recorded as it was, redacted': fileOf('host-as-is-redacted.ndjson'),
  };
  const hostAsIs = fileOf('host-as-is.ndjson');
  const data = { MUSTER_DATA: dataDir };
  const record = ['record', '--minutes', '10', '--out'];
  await muster(['redact', asIs, '--out', recordings['what a tab saved as it was, redacted']]);
  await muster([...record, hostAsIs, '--as-is'], data);
  await muster([...record, recordings['what the host recorded']], data);
  await muster([
    'redact',
    hostAsIs,
    '--out',
    recordings['what the host recorded as it was, redacted'],
  ]);

  const told = await readFile(asIs, 'utf8');
  const toldByHost = await readFile(hostAsIs, 'utf8');
  const said = Object.values(SAID);
  const people = PEOPLE.flatMap(({ name, steamId, address: from }) => [name, steamId, from]);
  const names = PEOPLE.map(({ name }) => name);
  const ids = [...(told + toldByHost).matchAll(/"([0-9a-f]{24})"/g)].map(([, one = '']) => one);
  const guids = sim.roster().flatMap(({ guid }) => guid ?? []);
  // They got in, or nothing would be shown by their absence.
  const inside = [...names, ...PARTS, 'kolibriland', SERVER.timezone, RENAMED, ...said];
  expect(tracesOf(inside, told + toldByHost)).toEqual(inside);
  // A console is the same for all who read it: identifiers are told elsewhere.
  expect(tracesOf(guids, toldByHost)).toEqual([]);
  expect(tracesOf([OWNER.email], told)).toEqual([]);
  const planted = [
    ...inside,
    ...people,
    ...ids,
    ...guids,
    ...tokens,
    ...Object.values(OWNER),
    ...Object.values(HELPER),
    SERVER.identifier,
    RCON_PASSWORD,
    BANNED_ADDRESS,
    'Murmeltierbau',
    '127.0.0.1',
    origin,
    dataDir,
  ];
  for (const [which, path] of Object.entries(recordings)) {
    const text = await readFile(path, 'utf8');
    expect(tracesOf(new Set(planted), text), which).toEqual([]);
  }

  expectConsistent(
    told,
    await readFile(recordings['what a tab saved as it was, redacted'], 'utf8'),
  );
  expectConsistent(
    toldByHost,
    await readFile(recordings['what the host recorded as it was, redacted'], 'utf8'),
  );
  const counts = countsOf(told);
  expect(counts['players']).toBe(PEOPLE.length - 2);
  expect(countsOf(await readFile(redacted, 'utf8'))).toEqual(counts);
  expect(
    countsOf(await readFile(recordings['what a tab saved as it was, redacted'], 'utf8')),
  ).toEqual(counts);
  expect(countsOf(await readFile(recordings['what the host recorded'], 'utf8'))).toEqual(
    countsOf(toldByHost),
  );

  await inspector.goto(`${origin}/replay`);
  await inspector.locator('input[type=file]').setInputFiles(redacted);
  await pressOn(inspector.getByRole('button', { name: 'To the end' }));
  await pressOn(inspector.getByRole('main').getByRole('link', { name: /^Server [0-9a-f]{8}$/ }));
  await expect(inspector.locator('.players .player-link bdi')).toHaveText(
    Array.from({ length: PEOPLE.length - 2 }, () => /^Player [0-9a-f]{8}$/),
  );
  expect([MIKA.name, HEDGEHOG.name].some((name) => told.includes(name))).toBe(true);
});
