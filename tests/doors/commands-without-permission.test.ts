/** A console is no way round permissions, and keeps no secrets. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyAudit } from '../../src/host/audit/verify.ts';
import { recordSpan } from '../../src/host/recordings/record.ts';
import { forgetAuditAddresses } from '../../src/host/audit/rows.ts';
import { newId } from '../../src/host/store/ids.ts';
import { SERVER_ACTION } from '../../src/protocol/enumerations.ts';
import { problem } from '../../src/protocol/problem.ts';
import type { PagedRow } from '../../src/protocol/resources/registry.ts';
import { PAGED_CALLS } from '../../src/protocol/resources/paged-calls.ts';
import type { SimServer } from '../../src/sim/server.ts';
import { createTestAccount } from '../support/accounts.ts';
import { addServer, startQuickSim } from '../support/added-server.ts';
import type { TestBrowser } from '../support/host.ts';
import { letIn } from '../support/let-in.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';

const SECRET = 'canary-of-a-secret';

let host: LiveHost;
let sim: SimServer;
let owner: TestBrowser;
/** Has the console and the feed, and may send messages to everybody. */
let moderator: TestBrowser;
let moderatorId: string;
let id: string;

beforeAll(async () => {
  host = await startLiveHost();
  sim = await startQuickSim();
  ({ browser: owner } = await createTestAccount(host.app, host.deps, ['host.server.create']));
  const guest = await createTestAccount(host.app, host.deps);
  ({ browser: moderator, id: moderatorId } = guest);
  id = await addServer(owner, sim);
  await letIn(owner, guest, id, [
    'server.view',
    'server.view.console',
    'server.action.console',
    'server.action.message-public',
  ]);
  // Until it is connected.
  while ((await send(owner, 'version')).statusCode !== 200);
});
afterAll(async () => {
  await host.stop();
  await sim.stop();
});

const ask = (browser: TestBrowser, request: object) =>
  browser.post(`/app/v1/server/${id}/action`, { request_id: newId(Date.now()), request });
const send = (browser: TestBrowser, command: string) =>
  ask(browser, { action: SERVER_ACTION.RAW, command });

async function audit(): Promise<readonly PagedRow<'audit'>[]> {
  const answer = await owner.get(`/app/v1/server/${id}/audit`);
  return PAGED_CALLS.auditPage.answer.parse(answer.json()).rows;
}

it.each([
  ['#shutdown', ['server.action.shutdown']],
  ['#LOCK', ['server.action.lock']],
  ['kick 0 go', ['server.action.kick']],
  ['ban 0 60 go', ['server.bans.add-temporary']],
  ['ban 0', ['server.bans.add-permanent']],
  ['say 0 hello', ['server.action.message-private']],
  ['#exec #shutdown', ['server.action.shutdown']],
  ['/#shut', ['server.action.console-raw', 'server.action.shutdown']],
  ['gibberish', ['server.action.console-raw']],
])('%s is refused with what is missing, and is in the audit', async (command, needs) => {
  const refused = await send(moderator, command);
  expect(problem.parse(refused.json())).toMatchObject({ code: 'permission-denied', needs });
  expect(sim.world.locked).toBe(false);
  const [entry] = await audit();
  expect(entry).toMatchObject({
    action: 'actions.raw',
    actor_id: moderatorId,
    text: command,
    address: '127.0.0.1',
    detail: { outcome: 'failed', refused: 'permission-denied', missing: needs },
  });
});

it('what is granted is done, and its entry tells the command and what came of it', async () => {
  expect((await send(moderator, 'players')).statusCode).toBe(200);
  expect((await send(moderator, 'say -1 hello; #shutdown')).statusCode).toBe(200);
  expect((await audit())[0]).toMatchObject({
    text: 'say -1 hello; #shutdown',
    address: '127.0.0.1',
    detail: { outcome: 'done', command: 'say' },
  });
});

it('an attempt to change what one may not is in the audit too', async () => {
  const body = { identifier: moderatorId, permissions: ['server.view', 'server.delete'] };
  const refused = await moderator.post(`/app/v1/server/${id}/personnel`, body);
  expect(problem.parse(refused.json()).needs).toEqual(['server.personnel']);
  expect((await audit())[0]).toMatchObject({
    action: 'access.refused',
    actor_id: moderatorId,
    detail: { call: 'server-personnel-set', missing: ['server.personnel'] },
  });
});

it('one on many servers is in the audit of each that they may see, and of no other', async () => {
  const restart = { minutes: 10, warnings: [], lock_before: null, kick_before: null };
  const many = (server_ids: readonly string[]) =>
    moderator.post('/app/v1/schedules/restart', {
      request_id: newId(Date.now()),
      server_ids,
      ...restart,
    });
  const other = await startQuickSim();
  const unseen = await addServer(owner, other, 'Unseen');
  expect((await many([id, unseen])).json()).toMatchObject({
    results: [{ error: 'permission-denied' }, { ok: false }],
  });
  expect((await audit())[0]).toMatchObject({
    action: 'access.refused',
    actor_id: moderatorId,
    detail: { call: 'schedule-restart', missing: ['server.action.shutdown'] },
  });
  const { rows } = await sql`
    select 1 from paged_audit where server_id = ${unseen} and key_action = 'access.refused'
  `.execute(host.deps.db);
  expect(rows).toEqual([]);
  await other.stop();
});

it('a kick tells whom, by name and id, and why; a player who is gone is a failed attempt', async () => {
  sim.join({ name: 'Bob', steamId: '76561190000000061' });
  const stay = async () => {
    const row = await host.deps.db
      .selectFrom('play_sessions')
      .select(['id', 'muster_id'])
      .where('server_id', '=', id)
      .where('muster_id', 'is not', null)
      .executeTakeFirst();
    return row ?? null;
  };
  await expect.poll(stay).not.toBeNull();
  const at = await stay();
  const kick = { action: SERVER_ACTION.SERVER_KICK, player_id: at?.id, reason: 'spawn killing' };
  expect((await ask(owner, kick)).statusCode).toBe(200);
  expect((await audit())[0]).toMatchObject({
    action: 'actions.server-kick',
    target_id: at?.muster_id,
    target_name: 'Bob',
    text: 'spawn killing',
    detail: { outcome: 'done', muster_id: at?.muster_id },
  });
  await expect.poll(async () => (await ask(owner, kick)).statusCode).not.toBe(200);
  expect((await audit())[0]).toMatchObject({
    target_name: 'Bob',
    detail: { outcome: 'failed', refused: 'player-gone' },
  });
});

it('a typed kick tells whom it meant, though the number is somebody else’s later', async () => {
  sim.join({ name: 'Cyd', steamId: '76561190000000062' });
  const number = sim.roster().find(({ name }) => name === 'Cyd')?.slot;
  const stay = () =>
    host.deps.db
      .selectFrom('play_sessions')
      .select(['id', 'muster_id'])
      .where('server_id', '=', id)
      .where('name', '=', 'Cyd')
      .where('muster_id', 'is not', null)
      .executeTakeFirst();
  await expect.poll(stay).toBeDefined();
  const cyd = await stay();
  expect((await send(owner, `kick ${number} go`)).statusCode).toBe(200);
  expect((await audit())[0]).toMatchObject({
    action: 'actions.raw',
    target_id: cyd?.muster_id,
    target_name: 'Cyd',
    text: `kick ${number} go`,
    detail: { outcome: 'done', command: 'kick', play_session: cyd?.id },
  });
  await send(owner, 'kick 97 go');
  const [nobody] = await audit();
  expect([nobody?.text, nobody?.target_name ?? null]).toEqual(['kick 97 go', null]);
});

it('a setting tells how it was and how it is; the chained row has neither', async () => {
  const { rows: listed } = await sql<{
    host: string;
    identifier: string;
    timezone: string;
    game_port: number;
    query_port: number;
    rcon_port: number;
  }>`
    select host, identifier, timezone, game_port, query_port, rcon_port from servers where id = ${id}
  `.execute(host.deps.db);
  const changed = { ...listed[0], identifier: 'Livonia' };
  const answer = await owner.post(`/app/v1/server/${id}/settings`, changed);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.anything()]);
  expect((await audit())[0]).toMatchObject({
    action: 'servers.edit',
    before: '{"identifier":"Chernarus"}',
    after: '{"identifier":"Livonia"}',
  });
  const { rows } = await sql<{ detail: string }>`select detail from audit`.execute(host.deps.db);
  const chained = JSON.stringify(rows);
  for (const told of ['Livonia', 'Bob', 'spawn killing', '127.0.0.1', 'gibberish']) {
    expect(chained).not.toContain(told);
  }
});

it('a secret in a command is in no table, no frame, no log and no recording', async () => {
  const client = host.connect(owner);
  await client.hello();
  client.send({ type: 'subscribe', server_id: id, topics: ['console', 'feed'], cursors: {} });
  await client.expect('event_subscription', ({ data }) => data.attached.length > 0);
  const began = Date.now();
  for (const command of [`RConPassword ${SECRET}`, `#login ${SECRET}`, `x.token=${SECRET}`]) {
    await send(owner, command);
  }
  await client.until(() => JSON.stringify(client.frames).includes('x.token ••••••'));
  expect(JSON.stringify(client.frames)).toContain('RConPassword ••••••');
  expect(JSON.stringify(client.frames)).not.toContain(SECRET);
  expect(JSON.stringify(await audit())).not.toContain(SECRET);
  expect(host.logged.join('\n')).not.toContain(SECRET);
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = current_schema()
      and table_type = 'BASE TABLE'
  `.execute(host.deps.db);
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.table(name)} t where t::text like ${`%${SECRET}%`}
    `.execute(host.deps.db);
    expect([name, rows.length]).toEqual([name, 0]);
  }
  const lines: string[] = [];
  const request = {
    db: host.deps.db,
    servers: [id],
    tell: (event: unknown) => void lines.push(JSON.stringify(event)),
    leaveOut: () => undefined,
  };
  await recordSpan(request, { from: began, to: Date.now() });
  expect(lines.join('\n')).toContain('RConPassword ••••••');
  expect(lines.join('\n')).not.toContain(SECRET);
});

it('the address that something was done from is forgotten after a while, and the audit verifies all along', async () => {
  await forgetAuditAddresses(host.deps.db, Date.now() + 1);
  for (const { address } of await audit()) expect(address).toBeUndefined();
  expect(await verifyAudit(host.deps.db, host.deps.secrets)).toMatchObject({ broken: null });
});
