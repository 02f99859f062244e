import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendFacts } from '../../src/host/realtime/log.ts';
import { recordLive, recordSpan } from '../../src/host/recordings/record.ts';
import { newId } from '../../src/host/store/ids.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, startQuickSim } from '../support/added-server.ts';
import type { TestBrowser } from '../support/host.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import type { SocketClient } from '../support/socket-client.ts';
import { letIn } from '../support/let-in.ts';

const BOB = { name: 'Bob', steamId: '76561190000000061', address: '203.0.113.77' };

let host: LiveHost;
let sim: SimServer;
let owner: TestBrowser;
/** Has the console, and not 'Addresses and identifiers of players'. */
let reader: TestBrowser;
let id: string;
let stream: string;
let guid: string;

beforeAll(async () => {
  host = await startLiveHost();
  sim = await startQuickSim();
  ({ browser: owner } = await createTestAccount(host.app, host.deps, ['host.server.create']));
  const guest = await createTestAccount(host.app, host.deps);
  reader = guest.browser;
  id = await addServer(owner, sim);
  stream = serverStream(id, 'console');
  await letIn(owner, guest, id, ['server.view', 'server.view.console', 'server.action.console']);
  const client = await follow();
  sim.join(BOB);
  guid = sim.roster()[0]?.guid ?? '';
  await client.until(() => linesOf(client).some((text) => text.startsWith('Verified GUID')));
  await client.close();
});
afterAll(async () => {
  await host.stop();
  await sim.stop();
});

/** The reader's socket on the console, from a position on. */
async function follow(after?: number): Promise<SocketClient> {
  const client = host.connect(reader);
  await client.hello();
  const cursors = after === undefined ? {} : { [stream]: after };
  client.send({ type: 'subscribe', server_id: id, topics: ['console'], cursors });
  await client.expect('event_subscription', ({ data }) => data.attached.length > 0);
  return client;
}

const linesOf = (client: SocketClient): readonly string[] =>
  client
    .on(stream)
    .flatMap((frame) =>
      frame.event === 'server:feed' && frame.data.entry.kind === 'console'
        ? [frame.data.entry.text]
        : [],
    );

/** An earlier version kept its lines as the game printed them. */
async function keepWhole(name: string): Promise<void> {
  const text = `${name} (${BOB.address}:2304) ${guid} ${BOB.steamId}`;
  const entry = { kind: 'console', direction: 'in', text, actor: null } as const;
  const at = Date.now();
  const data = { server_id: id, at, entry };
  await appendFacts(host.deps.db, [{ stream, event: 'server:feed', at, data }]);
}
const reduced = (name: string) => `${name} (••••••:2304) •••••• ••••••`;

function expectNobody(told: unknown): void {
  const text = JSON.stringify(told);
  for (const secret of [BOB.address, BOB.steamId, guid]) expect(text).not.toContain(secret);
}

async function askPlayers(browser: TestBrowser): Promise<string> {
  const request = { action: SERVER_ACTION.RAW, command: 'players' };
  const body = { request_id: newId(Date.now()), request };
  const answer = await browser.post(`/app/v1/server/${id}/action`, body);
  return CALLS.serverAction.answer.parse(answer.json()).answer;
}

it('a line that comes live is told, and kept, without who is where', async () => {
  const client = await follow();
  sim.join({ ...BOB, name: 'Bob again' });
  await client.until(() => linesOf(client).some((text) => text.startsWith('Verified GUID')));
  expect(linesOf(client)).toContainEqual(
    expect.stringMatching(/Bob again \(••••••:\d+\) connected/),
  );
  expectNobody(client.frames);
  const { rows } = await sql<{ data: string }>`
    select data::text from event_log where stream = ${stream}
    union all select data::text from event_personal where stream = ${stream}
  `.execute(host.deps.db);
  expect(JSON.stringify(rows)).toContain('Verified GUID');
  expectNobody(rows);
});

it('a page has lines of an earlier version without it', async () => {
  await keepWhole('in a page');
  const answer = await reader.get(`/app/v1/server/${id}/console`);
  const { entries } = CALLS.consolePage.answer.parse(answer.json());
  expect(entries.map(({ entry }) => entry.text)).toContain(reduced('in a page'));
  expectNobody(entries);
});

it('so has what is told again after a connection was lost', async () => {
  await keepWhole('meanwhile');
  const client = await follow(0);
  await client.until(() => linesOf(client).includes(reduced('meanwhile')));
  expectNobody(client.frames);
});

it('the answer to a command is whole for those who may see it, and reduced for others', async () => {
  const whole = await askPlayers(owner);
  expect(whole).toContain(BOB.address);
  expect(whole).toContain(guid);
  const answer = await askPlayers(reader);
  expect(answer).toContain('Bob');
  expectNobody(answer);
});

it('a recording of the host has a console without it, of what was and of what comes', async () => {
  const began = Date.now();
  await keepWhole('recorded later');
  const told: string[] = [];
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const keep = (event: unknown): void => {
    const text = JSON.stringify(event);
    // Who is who is recorded too, on a stream of its own.
    if (text.includes('"kind":"console"')) told.push(text);
  };
  const tell = (event: unknown): void => {
    keep(event);
    begin();
  };
  const request = { db: host.deps.db, servers: [id], tell, leaveOut: () => undefined };
  await recordSpan({ ...request, tell: keep }, { from: began - 1, to: Date.now() });
  expect(told).toContainEqual(expect.stringContaining(reduced('recorded later')));

  const unreached = async () => Promise.reject(new Error('The database was away.'));
  const outages = { began: () => undefined, ended: () => undefined, reach: unreached };
  const stopped = begun.then(() => keepWhole('recorded live'));
  expect(await recordLive(request, { stopped, outages })).toBe('complete');
  expect(told).toContainEqual(expect.stringContaining(reduced('recorded live')));
  expectNobody(told);
});

it('the audit tells a command without it', async () => {
  const request = { action: SERVER_ACTION.RAW, command: `addBan ${BOB.address} 5 ${guid}` };
  const body = { request_id: newId(Date.now()), request };
  const answer = await owner.post(`/app/v1/server/${id}/action`, body);
  expect(answer.statusCode).toBe(200);
  const { rows } = await sql<{ data: string }>`
    select data::text from paged_audit where server_id = ${id}
  `.execute(host.deps.db);
  expect(JSON.stringify(rows)).toContain('addBan •••••• 5 ••••••');
  expectNobody(rows);
});
