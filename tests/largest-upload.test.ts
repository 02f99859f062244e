/** The largest log that may be uploaded: the host parses, reads and tells it without a stall. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { CALLS } from '../src/protocol/calls.ts';
import { LOG_UPLOAD_MAX } from '../src/protocol/servers/calls.ts';
import { createTestAccount } from './support/accounts.ts';
import { addServer, startQuickSim } from './support/added-server.ts';
import { startLiveHost, type LiveHost } from './support/live-host.ts';
import { watchStalls } from './support/stalls.ts';
import type { TestBrowser } from './support/host.ts';
import type { SimServer } from '../src/sim/server.ts';

const ADA = '9d8geYcs2djOz7D8RAMD5c5L_cQZxgU9x6-tJHTIbBY=';
const long = process.env['MUSTER_LONG'] !== undefined;
/** As many as there is room for; few of them in every test run, since each takes the database a moment. */
const EVENTS = long ? 80_000 : 5_000;
/** Of one transaction. */
const SLICE = 1_000;
/** Milliseconds that the host may stand still by itself. */
const STALL = 50;

let host: LiveHost;
let browser: TestBrowser;
let sim: SimServer;
let id: string;

beforeAll(async () => {
  host = await startLiveHost();
  ({ browser } = await createTestAccount(host.app, host.deps, ['host.server.create']));
  sim = await startQuickSim();
  id = await addServer(browser, sim, 'Largest');
});
afterAll(async () => {
  await sim.stop();
  await host.stop();
});

function largest(): string {
  const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  const clock = (at: number) => new Date(at * 1_000).toISOString().slice(11, 19);
  const lines = Array.from(
    { length: EVENTS },
    (_, at) => `${clock(at)} | Chat("Ada"(id=${ADA})): line number ${at}\n`,
  );
  const events = `AdminLog started on ${day} at 00:00:00\n${lines.join('')}`;
  const filler = `${clock(EVENTS)} | Player "Ada" (id=${ADA} pos=<1, 2, 3>) placed ${'я'.repeat(100)}\n`;
  return events + filler.repeat(Math.floor((LOG_UPLOAD_MAX - events.length) / filler.length));
}

/** Lengths of the JSON that is parsed in this thread from here on. */
function sizesParsed(): readonly number[] {
  const sizes: number[] = [0];
  const { parse } = JSON;
  vi.spyOn(JSON, 'parse').mockImplementation((json, reviver) => {
    sizes.push(json.length);
    return parse(json, reviver);
  });
  return sizes;
}

it('is parsed elsewhere and told in slices, and nothing waits for it', async () => {
  const text = largest();
  const acsrf_token = await browser.acsrfToken();
  const payload = Buffer.from(JSON.stringify({ acsrf_token, name: 'largest.ADM', text }));
  const parsed = sizesParsed();
  const stalled = watchStalls();
  const sent = browser.send({
    method: 'POST',
    url: `/app/v1/server/${id}/logs-upload`,
    headers: { 'content-type': 'application/json' },
    payload,
  });
  const answered = await sent;
  const stalls = stalled();
  vi.restoreAllMocks();
  const answer = CALLS.serverLogUpload.answer.parse(answered.json());
  expect(answer).toMatchObject({ told: EVENTS, known: 0, unexplained: 0 });
  expect(Math.max(...parsed)).toBeLessThan(65_536);
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from game_log_lines where server_id = ${id} group by xmin::text
  `.execute(host.deps.db);
  expect(Math.max(...rows.map(({ lines }) => lines))).toBeLessThanOrEqual(SLICE);
  const audited = await sql<{ detail: string }>`
    select detail from audit where action like 'servers.log-upload%'
      and xmin::text in (select xmin::text from game_log_lines where server_id = ${id})
  `.execute(host.deps.db);
  expect(audited.rows.map(({ detail }) => JSON.parse(detail) as unknown)).toMatchObject([
    { log: 'dayz-adm', found: EVENTS },
  ]);
  if (!long) return;
  process.stdout.write(`the largest upload: ${JSON.stringify(stalls)}\n`);
  expect(stalls.longestMs).toBeLessThan(STALL);
});
