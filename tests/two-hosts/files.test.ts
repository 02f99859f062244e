/** Uploaded files over two hosts: of the last room one has it, and what breaks off leaves nothing. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantOwnServer } from '../../src/host/access/grants.ts';
import { CALLS } from '../../src/protocol/calls.ts';
import { RESOURCE_CALLS } from '../../src/protocol/resources/calls.ts';
import { resourceStream } from '../../src/protocol/streams.ts';
import { createTestAccount, createTestServer } from '../support/accounts.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { TestBrowser } from '../support/host.ts';
import { storeServer } from '../support/stored-server.ts';
import { untilLocked } from '../support/until-locked.ts';
import { startHostPair } from './host-pair.ts';

const MIB = 1_048_576;

/** A log of so many bytes. `mark`: what tells it from others. */
function log(bytes: number, mark: string): string {
  const day = new Date().toISOString().slice(0, 10);
  const text = `AdminLog started on ${day} at 00:00:00\n00:00:01 | Chat("${mark}"(id=${'A'.repeat(43)}=)): hello\n`;
  return text.padEnd(bytes, '\n');
}

describe('two hosts', () => {
  let hosts: readonly [LiveHost, LiveHost];
  beforeAll(async () => {
    const first = await startLiveHost(undefined, false, { storageMib: 1 });
    hosts = [first, await startLiveHost(first, false, { storageMib: 1 })];
  });
  afterAll(async () => {
    await hosts[1].stop();
    await hosts[0].stop();
  });

  it('let one of two uploads into the last room, and tell tabs on both what is kept', async () => {
    const [first, second] = hosts;
    const owner = await createTestAccount(first.app, first.deps);
    const server = await createTestServer(first.deps, owner.id);
    const elsewhere = new TestBrowser(second.app);
    for (const [name, value] of owner.browser.cookies) elsewhere.cookies.set(name, value);
    const watching = second.connect(owner.browser);
    await watching.hello();
    watching.send({ type: 'subscribe', server_id: server, topics: ['files'], cursors: {} });
    await watching.expect('event_subscription', ({ data }) =>
      data.attached.some(({ stream }) => stream === resourceStream('files', server)),
    );
    const upload = (by: TestBrowser, mark: string) =>
      by.post(`/app/v1/server/${server}/logs-upload`, {
        name: `${mark}.ADM`,
        text: log(0.7 * MIB, mark),
      });
    const answers = await Promise.all([upload(owner.browser, 'Ada'), upload(elsewhere, 'Bob')]);
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.toSorted()).toEqual([200, 403]);
    const refused = answers.find(({ statusCode }) => statusCode === 403);
    expect(refused?.json()).toMatchObject({
      code: 'storage-quota-reached',
      fields: { text: 'storage-quota-reached' },
    });
    await watching.expect('row:put', ({ data }) => data.resource === 'files');
    const listed = await elsewhere.get(`/app/v1/server/${server}/files`);
    const [file, ...more] = RESOURCE_CALLS.filesPage.answer.parse(listed.json()).rows;
    expect(more).toEqual([]);
    const kept = codes[0] === 200 ? 'Ada' : 'Bob';
    expect(file?.name).toBe(`${kept}.ADM`);
    const path = `/app/v1/server/${server}/files/${file?.id}/download`;
    expect((await owner.browser.get(path)).body).toBe(log(0.7 * MIB, kept));
    // Of the refused one not a line was told.
    const feed = await owner.browser.get(`/app/v1/server/${server}/feed?limit=50`);
    const said = CALLS.feedPage.answer
      .parse(feed.json())
      .entries.flatMap(({ entry }) => (entry.kind === 'chat' ? [entry.player.name] : []));
    expect(said).toEqual([kept]);
  });
});

it('a host that is killed while it keeps a file leaves nothing of it, and the other keeps it', async () => {
  const pair = await startHostPair();
  try {
    const [first, second] = pair.hosts;
    const { db } = pair.open;
    const server = 'a'.repeat(24);
    await storeServer(db, server, pair.accountId);
    await db.transaction().execute((trx) => grantOwnServer(trx, pair.accountId, server, 0));
    const body = { name: 'x.ADM', text: log(MIB, 'Ada') };
    const path = `/app/v1/server/${server}/logs-upload`;
    await db.transaction().execute(async (trx) => {
      // The file is written, and the first lines are not.
      await sql`lock table game_log_lines in exclusive mode`.execute(trx);
      const broken = pair.post(first, path, body).catch((error: unknown) => error);
      await untilLocked(db, 1, '%game_log_lines%');
      await first.process.kill();
      expect(await broken).toBeInstanceOf(Error);
    });
    const left = async () =>
      (
        await sql<{ files: number; parts: number; lines: number }>`
          select (select count(*)::int from stored_files) as files,
            (select count(*)::int from stored_parts) as parts,
            (select count(*)::int from game_log_lines) as lines
        `.execute(db)
      ).rows[0];
    expect(await left()).toEqual({ files: 0, parts: 0, lines: 0 });
    const answer = await pair.post(second, path, body);
    expect(CALLS.serverLogUpload.answer.parse(await answer.json())).toMatchObject({
      told: 1,
      kept_before: false,
    });
    expect(await left()).toMatchObject({ files: 1, lines: 1 });
  } finally {
    await pair.stop();
  }
});
