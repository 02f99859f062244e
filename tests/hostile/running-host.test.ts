/**
 * Requests, uploads and messages around every limit, to a host that runs: each gets an answer that is none of
 * a broken host, and while it is read nothing else waits.
 * `npm run test:long -- hostile/running-host` sends a thousand to each entrance, and allows each 50 ms.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CALLS, type CallName } from '../../src/protocol/calls.ts';
import { grantOwnServer } from '../../src/host/access/grants.ts';
import { bodyLimitOf, USUAL_BYTES } from '../../src/host/http/body-limit.ts';
import { SOCKET_LIMITS } from '../../src/host/realtime/sockets.ts';
import { newId } from '../../src/host/store/ids.ts';
import { LOG_UPLOAD_MAX } from '../../src/protocol/servers/calls.ts';
import { Random } from '../../src/sim/random.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, startQuickSim } from '../support/added-server.ts';
import type { TestBrowser } from '../support/host.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { Extremes, worstOf } from './extremes.ts';
import { hold } from './hold.ts';
import { sendRaw, type RawRequest } from './raw-request.ts';
import { LOG_WORDS } from './words.ts';

const long = process.env['MUSTER_LONG'] !== undefined;
const INPUTS = long ? 1_000 : 100;
/** Of eight megabytes each. */
const UPLOADS = long ? 60 : 5;
/** Inputs of one account: it reaches no limit of a call. */
const OF_ONE_ACCOUNT = 5;
const SEED = 20_261_123;
/** Bytes of a request's head that Node reads, and of a body that most calls take. */
const HEAD = 16_384;
const BODY = USUAL_BYTES;
const limitOf = (name: CallName) => bodyLimitOf(CALLS[name]);
const JSON_WORDS = ['"a":', '"acsrf_token":', 'null', ',', '{}', 'true'];
const ADDRESS_WORDS = [
  '%',
  '%00',
  '%ff',
  '/',
  '..',
  '?',
  '&',
  '=',
  '[]',
  'limit=',
  'ids=',
  '#',
  '+',
];

interface Caller {
  readonly browser: TestBrowser;
  readonly token: string;
  readonly cookie: string;
}

let host: LiveHost;
let port: number;
let sim: SimServer;
let server: string;
/** A server that nobody has: it may be deleted. */
const NONE = newId(Date.now());

beforeAll(async () => {
  host = await startLiveHost();
  port = Number(new URL(host.app.listeningOrigin).port);
  const owner = await createTestAccount(host.app, host.deps, ['host.server.create']);
  sim = await startQuickSim();
  server = await addServer(owner.browser, sim);
});
afterAll(async () => {
  await sim.stop();
  await host.stop();
});

/** A manager of a server and operator of the host, another one now and then. */
function callers(): () => Promise<Caller> {
  let calls = 0;
  let caller: Promise<Caller> | null = null;
  return () => {
    if (calls % OF_ONE_ACCOUNT === 0 || caller === null) caller = newCaller();
    calls += 1;
    return caller;
  };
}

async function newCaller(): Promise<Caller> {
  const may = ['host.operate', 'host.server.create'] as const;
  const { id, browser } = await createTestAccount(host.app, host.deps, may);
  await host.deps.db.transaction().execute(async (trx) => {
    for (const one of [server, NONE]) await grantOwnServer(trx, id, one, host.deps.clock());
  });
  const token = await browser.acsrfToken();
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { browser, token, cookie };
}

function post(name: CallName, caller: Caller, body: Buffer): RawRequest {
  const headers = { cookie: caller.cookie, 'content-type': 'application/json' };
  return { method: 'POST', target: pathOf(name), headers, body };
}

function pathOf(name: CallName): string {
  const id = name === 'serverDelete' ? NONE : server;
  return CALLS[name].path.replaceAll(/:\w+/g, id);
}

/** Sends; fails where the host broke over it. Counts by status. */
function sender(): {
  send(request: RawRequest): Promise<void>;
  readonly answers: Map<string, number>;
} {
  const answers = new Map<string, number>();
  return {
    answers,
    async send(request) {
      const { status, text } = await sendRaw(port, request);
      const kind = status === null ? 'closed' : String(status);
      answers.set(kind, (answers.get(kind) ?? 0) + 1);
      if (status !== null && status >= 500) throw new RangeError(text.slice(0, 2_000));
      if (status !== 200 && text.length > 12_000) throw new RangeError(`${text.length} were said`);
    },
  };
}

function describe({ target, headers, body }: RawRequest): string {
  return `${target.slice(0, 100)} ${JSON.stringify(headers).slice(0, 50)} ${body?.toString() ?? ''}`;
}

async function answersStill(): Promise<void> {
  const { status } = await sendRaw(port, {
    method: 'GET',
    target: '/healthz',
    headers: {},
    body: null,
  });
  expect(status).toBe(200);
}

async function report(name: string, figures: object, answers: ReadonlyMap<string, number>) {
  if (long) {
    const all = { ...figures, answers: Object.fromEntries(answers) };
    process.stdout.write(`${name} of a running host: ${JSON.stringify(all)}\n`);
  }
  await answersStill();
}

const asked = (Object.keys(CALLS) as CallName[]).filter((name) => CALLS[name].method === 'GET');
/** Whoever signs out is nobody for the next ones. */
const told = (Object.keys(CALLS) as CallName[]).filter(
  (name) => CALLS[name].method === 'POST' && name !== 'logout' && name !== 'serverLogUpload',
);

test('bodies of requests', async () => {
  const random = new Random(SEED);
  const extremes = new Extremes(random, JSON_WORDS);
  const nextCaller = callers();
  const { send, answers } = sender();
  const worst = told.flatMap((name) =>
    limitOf(name) === BODY ? [] : worstOf(limitOf(name)).map((text) => ({ name, text })),
  );
  const inputs = INPUTS + worst.length;
  const figures = await hold({
    inputs,
    next: async () => {
      const caller = await nextCaller();
      const dire = worst.shift();
      if (dire !== undefined) return post(dire.name, caller, Buffer.from(dire.text));
      const name = random.pick(told);
      const most = random.pick([BODY, limitOf(name)]);
      const text = random.chance(0.3)
        ? extremes.text(most)
        : JSON.stringify(bodyOf(name, caller.token, extremes, most));
      return post(name, caller, Buffer.from(text).subarray(0, most + random.int(-1, 1)));
    },
    send,
    describe,
  });
  await report('bodies', figures, answers);
  // What is said of limits would be all that is heard.
  expect(answers.get('429') ?? 0).toBeLessThan(inputs / 5);
});

/** A body with the call's own fields, one of them as large as there is room for. */
function bodyOf(name: CallName, token: string, extremes: Extremes, most: number): object {
  const { random } = extremes;
  const { body } = CALLS[name];
  const fields = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  const large = random.pick([...fields.filter((field) => field !== 'acsrf_token'), 'surplus']);
  const room = most - 512;
  const values = [
    () => extremes.text(room >> 1),
    () => Array.from({ length: room >> 2 }, () => random.int(0, 9)),
    () => Array.from({ length: room >> 5 }, (_, at) => ({ id: `x${at}`, name: '' })),
    () => Object.fromEntries(Array.from({ length: room >> 4 }, (_, at) => [`key ${at}`, null])),
  ];
  const small = Object.fromEntries(fields.map((field) => [field, random.pick(['', 1, null, []])]));
  return { ...small, [large]: random.pick(values)(), acsrf_token: token };
}

test('addresses, queries and heads of requests', async () => {
  const random = new Random(SEED + 1);
  const extremes = new Extremes(random, ADDRESS_WORDS);
  const nextCaller = callers();
  const { send, answers } = sender();
  /** What can stand in the first line and in a header at all. */
  const text = (most: number) => extremes.text(most).replaceAll(/[^!-~]/g, '+');
  const figures = await hold({
    inputs: INPUTS,
    next: async (): Promise<RawRequest> => {
      const { cookie } = await nextCaller();
      const path = pathOf(random.pick(asked));
      const most = HEAD - path.length - 512;
      const parts = [
        () => ({ target: `${path}?${text(most)}`, headers: { cookie } }),
        () => ({ target: `${path}?${repeatedKeys(random, most)}`, headers: { cookie } }),
        () => ({ target: `${path}/${text(most)}`, headers: { cookie } }),
        () => ({ target: path.replace(server, text(most)), headers: { cookie } }),
        () => ({ target: path, headers: { cookie: `${cookie}; ${text(most)}` } }),
        () => ({
          target: path,
          headers: { cookie, origin: text(most), 'x-forwarded-for': text(99) },
        }),
      ];
      return { method: 'GET', body: null, ...random.pick(parts)() };
    },
    send,
    describe,
  });
  await report('addresses', figures, answers);
});

function repeatedKeys(random: Random, most: number): string {
  const key = random.pick(['limit', 'ids', 'before', 'a[b]', '__proto__', '']);
  const value = random.pick(['1', '', '%F0%9F%90%BA', '9'.repeat(400)]);
  const one = `${key}=${value}&`;
  return one.repeat(Math.floor(most / one.length));
}

test('logs that are uploaded', async () => {
  const random = new Random(SEED + 2);
  const extremes = new Extremes(random, LOG_WORDS);
  const nextCaller = callers();
  const { send, answers } = sender();
  const worst = [...worstOf(limitOf('serverLogUpload'))];
  const inputs = UPLOADS + (long ? worst.length : 0);
  const figures = await hold({
    inputs,
    next: async () => {
      const caller = await nextCaller();
      const dire = long ? worst.shift() : undefined;
      if (dire !== undefined) return post('serverLogUpload', caller, Buffer.from(dire));
      const name = random.pick(['a.ADM', 'b.RPT', 'arma3server.log']);
      const any = random.chance(0.3) ? extremes.text(LOG_UPLOAD_MAX) : manyLines(extremes);
      // What has one is refused whole.
      const text = random.chance(0.1) ? any : any.replaceAll('\0', '');
      const body = { acsrf_token: caller.token, name, text: text.slice(0, LOG_UPLOAD_MAX) };
      return post('serverLogUpload', caller, Buffer.from(JSON.stringify(body)));
    },
    send,
    describe,
  });
  await report('uploads', figures, answers);
  expect(answers.get('200') ?? 0).toBeGreaterThan(0);
});

/** A log that is known as one, and whose other lines are as long and as strange as they can be. */
function manyLines(extremes: Extremes): string {
  const ada = `"Ada" (id=${'A'.repeat(43)}= pos=<1, 2, 3>)`;
  const known = `12:00:00 | Player ${ada} placed Fence Kit\n`.repeat(200);
  const strange = Array.from({ length: 50 }, () => extremes.text(2_000)).join('\n');
  const lines = strange.repeat(Math.ceil(LOG_UPLOAD_MAX / strange.length));
  return `AdminLog started on 2026-01-01 at 00:00:00\n${known}${lines}`;
}

test('messages of a websocket', async () => {
  const random = new Random(SEED + 3);
  const extremes = new Extremes(random, ['"type":"hello"', '"cursors":{', '"topics":[', ',', '1']);
  const nextCaller = callers();
  const answers = new Map<string, number>();
  const worst = [...worstOf(BODY), ...worstOf(SOCKET_LIMITS.message)];
  const figures = await hold({
    inputs: INPUTS + worst.length,
    next: async () => {
      const { browser } = await nextCaller();
      const most = random.pick([BODY, SOCKET_LIMITS.message]);
      return { browser, greets: random.chance(0.5), text: worst.shift() ?? extremes.text(most) };
    },
    send: async ({ browser, greets, text }) => {
      const socket = host.connect(browser);
      await socket.opened();
      if (greets) await socket.hello();
      socket.send(text);
      await socket.until(() => socket.closed !== null);
      const code = String(socket.closed?.code);
      answers.set(code, (answers.get(code) ?? 0) + 1);
    },
    describe: ({ text }) => text,
  });
  await report('websocket', figures, answers);
  // The websocket's code for a host that broke.
  expect(answers.get('1011')).toBeUndefined();
});
