import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Person } from './person.mjs';
import { LOG_ROOT } from './programs.mjs';
import { recordByHand } from './record-by-hand.mjs';

/** @typedef {import('./programs.mjs').Programs} Programs */

/** Everybody's password. */
const PASSWORD = 'correct horse battery';
/** How long the servers tell, and how long is recorded. Milliseconds. */
const LIVES_MS = 65_000;
const RECORDED_MS = 20_000;

/** The game servers: as `muster sim` takes them, and as they are added. */
const SERVERS = [
  sim('dayz', 1, '127.77.0.1', 'Chernarus', { game: 2302, query: 27016, rcon: 2305 }),
  sim('arma3', 3, '127.77.0.2', 'Altis', { game: 2302, query: 2303, rcon: 2306 }),
  sim('rust', 4, '127.77.0.3', 'Island', { game: 28_015, query: 28_017, rcon: 28_016 }),
  // The same machine by a name.
  sim('arma2', 2, 'localhost', 'Takistan', { game: 2412, query: 2413, rcon: 2412 }),
  sim('generic', 0, '127.77.0.5', 'Plain', { game: 27_115, query: 27_115, rcon: null }),
];

/**
 * @param {string} word
 * @param {number} game
 * @param {string} host
 * @param {string} identifier
 * @param {{ game: number, query: number, rcon: number | null }} ports
 */
function sim(word, game, host, identifier, ports) {
  return { word, game, host, identifier, ports, password: `landed-${word}` };
}

/**
 * Uses a host as people do, with everything that it has. Answers what was made.
 * @param {Programs} programs
 * @param {string} work where the recordings go
 */
export async function fillHost(programs, work) {
  const ada = new Person(programs.origin);
  const found = {
    username: 'ada',
    display_name: 'Ada',
    email: 'ada@example.org',
    password: PASSWORD,
  };
  await ada.post('/app/v1/auth/found', found);
  const bob = await invited(programs, 'bob', 'Bob');
  const eve = await invited(programs, 'eve', 'Eve');
  const open = tokenIn(await programs.muster(['admin', 'invitation', '--days', '30']));

  await mkdir(LOG_ROOT, { recursive: true });
  for (const { word, host, ports, password } of SERVERS) {
    const address = host === 'localhost' ? '127.0.0.1' : host;
    const remote =
      ports.rcon === null ? [] : ['--rcon-port', String(ports.rcon), '--password', password];
    const places = [
      '--host',
      address,
      '--game-port',
      String(ports.game),
      '--query-port',
      String(ports.query),
    ];
    const people = ['--players', '6', '--slots', '40', '--speed', '40'];
    await programs.keep(['sim', '--game', word, ...places, ...remote, ...people], /Ctrl-C ends it/);
  }
  /** @type {string[]} */
  const ids = [];
  for (const server of SERVERS) ids.push(await add(ada, server));
  const [dayz = '', arma3 = ''] = ids;
  const folder = join(LOG_ROOT, 'chernarus');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'DayZServer_x64_2026-11-01_12-00-00.ADM'), logOf('2026-11-01'));
  await programs.muster(['admin', 'log-folder', 'ada', folder]);
  await followLogs(ada, dayz, folder);
  const until = (/** @type {() => Promise<boolean>} */ holds) => waitUntil(holds, 90_000);
  await until(async () => {
    const { servers } = await ada.get('/app/v1/servers/list');
    // What only Steam queries are known of names nobody.
    return servers.every(
      (/** @type {any} */ { configuration, state, players }) =>
        state.state === 'CONNECTED' && (players.length > 1 || configuration.game === 0),
    );
  });

  const personnel = [
    ['bob', dayz, ['server.view', 'server.view.feed', 'server.action.kick', 'server.personnel']],
    ['eve', arma3, ['server.view']],
  ];
  for (const [identifier, id, permissions] of personnel) {
    await ada.post(`/app/v1/server/${String(id)}/personnel`, { identifier, permissions });
  }
  const wall = await makeWall(ada, [dayz, arma3]);
  const shown = await pair(programs, ada, wall, 'Lobby left');
  const gone = await pair(programs, ada, wall, 'Lobby right');
  await ada.post(`/app/v1/display/${gone.id}/revoke`, {});

  await act(ada, dayz);
  await eve.post('/app/v1/@me/logout', {});
  const stranger = new Person(programs.origin);
  for (const password of ['wrong one', 'wrong two']) {
    await stranger.tried('/app/v1/auth/sign-in', { identifier: 'eve', password });
  }
  await stranger.post('/app/v1/auth/forgot', { identifier: 'bob' });

  const session = ada.cookies.get('muster_session') ?? '';
  const two = ['--server', dayz, '--server', arma3];
  await Promise.all([
    recordLive(programs, join(work, 'live.ndjson'), two),
    recordLive(programs, join(work, 'live-as-is.ndjson'), ['--as-is', ...two]),
    recordByHand(programs.origin, session, join(work, 'by-hand.ndjson'), RECORDED_MS),
    delay(LIVES_MS),
  ]);
  await programs.muster([
    'record',
    '--as-is',
    '--minutes',
    '1',
    '--out',
    join(work, 'span-as-is.ndjson'),
  ]);
  const mails = await programs.muster(['admin', 'outbox']);
  const audit = await programs.muster(['audit', 'verify']);
  return {
    madeAt: Date.now(),
    password: PASSWORD,
    accounts: [
      { username: 'ada', session },
      { username: 'bob', session: bob.cookies.get('muster_session') ?? '' },
      { username: 'eve', session: null },
    ],
    invitation: open,
    reset: /auth\/reset#token=([\w-]+)/.exec(mails)?.[1] ?? null,
    servers: SERVERS.map(({ identifier, host, ports, password, game }, index) => ({
      id: ids[index],
      identifier,
      game,
      host,
      ports,
      password: ports.rcon === null ? null : password,
    })),
    logRoot: LOG_ROOT,
    wall,
    display: shown,
    auditHead: /hash ([0-9a-f]{64})/.exec(audit)?.[1] ?? null,
  };
}

/**
 * @param {Programs} programs
 * @param {string} username
 * @param {string} display_name
 */
async function invited(programs, username, display_name) {
  const invitation = tokenIn(await programs.muster(['admin', 'invitation']));
  const person = new Person(programs.origin);
  const email = `${username}@example.org`;
  const account = { username, display_name, email, password: PASSWORD, invitation };
  await person.post('/app/v1/auth/sign-up', account);
  return person;
}

/** @param {string} printed */
function tokenIn(printed) {
  return /#invitation=([\w-]+)/.exec(printed)?.[1] ?? '';
}

/**
 * @param {Person} person
 * @param {(typeof SERVERS)[number]} server
 */
async function add(person, { identifier, game, host, ports, password }) {
  const { server_id: id } = await person.post('/app/v1/servers/add', {
    identifier,
    timezone: 'Europe/Berlin',
    game,
    host,
    game_port: ports.game,
    query_port: ports.query,
    rcon_port: ports.rcon,
    rcon_password: ports.rcon === null ? null : password,
  });
  return id;
}

/**
 * Has a server read a log folder, and uploads another log.
 * @param {Person} person
 * @param {string} id
 * @param {string} folder
 */
export async function followLogs(person, id, folder) {
  const path = `/app/v1/server/${id}/settings`;
  const { identifier, timezone, host, game_port, query_port, rcon_port } = (await person.get(path))
    .rows[0];
  const kept = { identifier, timezone, host, game_port, query_port, rcon_port };
  await person.post(path, { ...kept, log_folder: folder });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const upload = { name: 'DayZServer_x64_uploaded.ADM', text: logOf(yesterday) };
  await person.post(`/app/v1/server/${id}/logs-upload`, upload);
}

/** @param {string} day */
function logOf(day) {
  const ann =
    'Player "Ann" (id=9d8geYcs2djOz7D8RAMD5c5L_cQZxgU9x6-tJHTIbBY= pos=<100.5, 200.5, 3.5>)';
  return [
    '',
    '*'.repeat(40),
    `AdminLog started on ${day} at 12:00:00`,
    `12:00:05 | Player "Ann" is connected (id=9d8geYcs2djOz7D8RAMD5c5L_cQZxgU9x6-tJHTIbBY=)`,
    `12:01:05 | ${ann}[HP: 50] hit by FallDamage`,
    '',
  ].join('\n');
}

/**
 * @param {Person} person
 * @param {readonly string[]} ids
 */
async function makeWall(person, ids) {
  const filter = { text: '', games: [], states: [] };
  const scenes = [
    { scene_id: '0'.repeat(24), title: 'All', layout: 'auto', source: { kind: 'filter', filter } },
    {
      scene_id: '1'.repeat(24),
      title: 'Two',
      layout: 'tiles',
      source: { kind: 'servers', server_ids: ids },
    },
  ];
  const wall = { name: 'Lobby', rotation: 20, pinned_scene: null, sound: true, scenes };
  return (await person.post('/app/v1/walls/create', { wall })).wall_id;
}

/**
 * Pairs a screen with a wall, which reads it once.
 * @param {Programs} programs
 * @param {Person} person
 * @param {string} wall
 * @param {string} name
 */
async function pair(programs, person, wall, name) {
  const screen = new Person(programs.origin);
  const { code, secret } = await screen.post('/app/v1/pairing/start', {});
  const paired = await person.post('/app/v1/displays/pair', { code, wall_id: wall, name });
  await screen.post('/app/v1/pairing/claim', { secret });
  await screen.get('/app/v1/@display/session');
  return { id: paired.display_id, token: screen.cookies.get('muster_display') ?? '' };
}

/**
 * Asks a server for something of everything, also what it cannot do.
 * @param {Person} person
 * @param {string} id
 */
async function act(person, id) {
  const { servers } = await person.get(`/app/v1/servers/list?ids=${id}`);
  const [first, second] = servers[0].players;
  const requests = [
    { action: 11, text: 'Restart in five minutes' },
    { action: 10, player_id: first.id, text: 'Hello' },
    { action: 23, player_id: second.id, reason: 'Language' },
    { action: 23, player_id: 'f'.repeat(24), reason: 'Nobody' },
    { action: 20 },
    { action: 21 },
    { action: 1, command: 'bans' },
    { action: 1, command: 'no such command' },
  ];
  for (const [index, request] of requests.entries()) {
    await person.tried(`/app/v1/server/${id}/action`, {
      request_id: String(index + 1).padStart(24, '0'),
      request,
    });
  }
}

/**
 * @param {Programs} programs
 * @param {string} path
 * @param {readonly string[]} args
 */
async function recordLive(programs, path, args) {
  const child = await programs.keep(['record', '--out', path, ...args], /Recording; /);
  await delay(RECORDED_MS);
  child.kill('SIGINT');
  await waitUntil(async () => child.exitCode !== null, 30_000);
}

/**
 * @param {() => Promise<boolean>} holds
 * @param {number} milliseconds
 */
async function waitUntil(holds, milliseconds) {
  const end = Date.now() + milliseconds;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Waited ${milliseconds} ms in vain.`);
    await delay(200);
  }
}
