import { afterAll, beforeAll, expect, it } from 'vitest';
import { CALLS } from '../src/protocol/calls.ts';
import { problem } from '../src/protocol/problem.ts';
import { createTestAccount, createTestServer } from './support/accounts.ts';
import { startLiveHost, type LiveHost } from './support/live-host.ts';

let host: LiveHost;

beforeAll(async () => {
  host = await startLiveHost();
});
afterAll(() => host.stop());

it('settings are told to whoever follows them, without the password; none is written over what its editor has not seen', async () => {
  const { browser, id: owner } = await createTestAccount(host.app, host.deps);
  const id = await createTestServer(host.deps, owner);
  const path = `/app/v1/server/${id}/settings`;
  const read = async () => CALLS.settingsPage.answer.parse((await browser.get(path)).json());
  const client = host.connect(browser);
  await client.hello();
  client.send({ type: 'subscribe', server_id: id, topics: ['settings'], cursors: {} });
  await client.expect('event_subscription', ({ data }) => data.server_id === id);

  const [before] = (await read()).rows;
  const { identifier, timezone, host: at, game_port, query_port, rcon_port } = before!;
  const was = {
    identifier,
    timezone,
    host: at,
    game_port,
    query_port,
    rcon_port,
    log_folder: null,
    tags: [],
    name: before!.name,
  };
  const edit = (to: string) =>
    browser.post(path, { ...was, identifier: to, tags: [' EU ', 'hard core'], was });
  const { position } = CALLS.serverEdit.answer.parse((await edit('Changed')).json());
  const told = await client.expect('row:put', ({ data }) => data.resource === 'settings');
  const row = { ...before, identifier: 'Changed', tags: ['EU', 'hard core'] };
  const frame = { stream: `server/${id}/settings`, seq: position };
  expect(told).toMatchObject({ ...frame, data: { resource: 'settings', server_id: id, row } });
  expect(row).toMatchObject({ rcon_password: true });
  expect(await read()).toMatchObject({ position, rows: [row] });

  // Asked again, as where its answer was lost, it is done already.
  const again = CALLS.serverEdit.answer.parse((await edit('Changed')).json());
  expect(again).toEqual({ status: true, position });
  const late = await edit('Over it');
  expect([late.statusCode, problem.parse(late.json()).code]).toEqual([409, 'row-changed']);
  expect(await read()).toMatchObject({ position, rows: [row] });
});

it('an edit of nothing is told to nobody and stands in no audit', async () => {
  const { browser, id: owner } = await createTestAccount(host.app, host.deps);
  const id = await createTestServer(host.deps, owner);
  const path = `/app/v1/server/${id}/settings`;
  const { rows } = CALLS.settingsPage.answer.parse((await browser.get(path)).json());
  const { identifier, timezone, host: at, game_port, query_port, rcon_port } = rows[0]!;
  const same = { identifier, timezone, host: at, game_port, query_port, rcon_port };
  // What the server's own connection tells goes to the same streams.
  const edits = async () => {
    const audit = await browser.get(`/app/v1/server/${id}/audit`);
    const feed = await browser.get(`/app/v1/server/${id}/feed?limit=500`);
    const { entries } = CALLS.feedPage.answer.parse(feed.json());
    return {
      audited: CALLS.auditPage.answer.parse(audit.json()).rows.map(({ action }) => action),
      told: entries.flatMap(({ entry }) => (entry.kind === 'configuration' ? entry.change : [])),
    };
  };
  const before = await edits();
  expect((await browser.post(path, same)).statusCode).toBe(200);
  expect(await edits()).toEqual(before);
  expect((await browser.post(path, { ...same, identifier: 'Changed' })).statusCode).toBe(200);
  expect(await edits()).toEqual({
    audited: ['servers.edit', ...before.audited],
    told: expect.arrayContaining(['settings', ...before.told]),
  });
});
