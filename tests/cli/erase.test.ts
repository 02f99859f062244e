/** `muster admin erase`: what hosts wrote of a person goes, in every table, and nothing of anybody else. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adminErase } from '../../src/cli/admin-erase.ts';
import { verifyAudit } from '../../src/host/audit/verify.ts';
import { personKey } from '../../src/domain/bans/keys.ts';
import type { BanRow } from '../../src/domain/bans/row.ts';
import type { BucketEntryRow } from '../../src/domain/buckets/row.ts';
import { change } from '../../src/host/change/change.ts';
import { tellPaged, tellPagedGone, tellPagedNew } from '../../src/host/change/told-paged.ts';
import type { SeenPlayer } from '../../src/host/connectors/contract.ts';
import { personOf } from '../../src/host/identity/persons.ts';
import { erasePerson } from '../../src/host/players/erase.ts';
import { joinPersons, TELL_PERSONS, undoJoin } from '../../src/host/players/joins.ts';
import { publish } from '../../src/host/realtime/log.ts';
import { tellPersons } from '../../src/host/resources/tell-persons.ts';
import { addRow } from '../../src/host/resources/write.ts';
import { readSettings } from '../../src/host/settings.ts';
import { playerStatisticsReset } from '../../src/host/statistics/reset.ts';
import { addPagedRows } from '../../src/host/store/paged/rows.ts';
import { resourceStream } from '../../src/protocol/streams.ts';
import { createTestAccount } from '../support/accounts.ts';
import { createTestApp } from '../support/host.ts';
import {
  OF_ADA,
  ada,
  bob,
  everything,
  hex,
  holding,
  joins,
  leaves,
  server,
  tableOf,
  twoPeople,
  type TwoPeople,
} from '../support/two-people.ts';

let { test, writer, now, adaId, bobId, formerId, adaIds, told, playerNamed } = {} as TwoPeople;

beforeEach(async () => {
  ({ test, writer, now, adaId, bobId, formerId, adaIds, told, playerNamed } = await twoPeople());
});
afterEach(() => test.close());

/** What the command says, or why it cannot be run. */
async function say(answer: string, ...args: readonly string[]): Promise<string> {
  const { db, secrets } = test.deps;
  const settings = readSettings({}, '/');
  const installation = {
    settings,
    db,
    secrets,
    reach: async () => undefined,
    portal: 'http://127.0.0.1',
  };
  const lines: string[] = [];
  const terminal = { say: (line: string) => void lines.push(line), ask: async () => answer };
  try {
    await adminErase(args, installation, terminal, now);
    return lines.join('\n');
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

/** As the host does when it hears of it. */
async function hostHears(): Promise<void> {
  for (const id of adaIds) writer.erase(id);
  await writer.idle();
}

const TABLES = [
  'players',
  'play_sessions',
  'event_personal',
  'feed_texts',
  'resource_rows',
  'action_requests',
  'paged_audit',
  'steam_accounts',
];

it('leaves nothing of them in any table, and everybody else as they were', async () => {
  const before = await everything(test.deps.db);
  for (const table of TABLES) {
    expect(holding(before, OF_ADA).filter((row) => row.startsWith(table))).not.toEqual([]);
  }
  expect(holding(before, [adaId]).some((row) => row.startsWith('statistic_'))).toBe(true);
  expect(await say('', adaId, '--yes')).toContain(`${adaId} is erased`);
  await hostHears();
  const after = await everything(test.deps.db);
  expect(holding(after, OF_ADA)).toEqual([]);
  const tables = ['statistic_', 'persons', 'person_joins', 'players', 'play_sessions'];
  const left = holding(after, adaIds).filter((row) =>
    tables.some((table) => row.startsWith(table)),
  );
  expect(left).toEqual([]);
  const ofBob = (rows: readonly string[]) =>
    holding(rows, [bobId, bob.name, bob.guid]).filter((row) => !row.startsWith('event_log'));
  expect(ofBob(after)).toEqual(ofBob(before));
});

it('is told by the streams, and whoever is on a server keeps what the game tells from then on', async () => {
  await say('', adaId, '--yes');
  await hostHears();
  const { rows } = await sql<{ event: string; data: { row?: object; player?: object } }>`
    select distinct on (stream) event, data from event_log
    where event in ('row:put', 'gsm:player:create') and stream not like '%audit'
    order by stream, seq desc
  `.execute(test.deps.db);
  expect(rows).toEqual([
    {
      event: 'gsm:player:create',
      data: expect.objectContaining({ player: expect.objectContaining({ muster_id: null }) }),
    },
    {
      event: 'row:put',
      data: expect.objectContaining({ row: expect.objectContaining({ id: hex('a') }) }),
    },
  ]);
  await told(leaves(ada, now));
  expect(holding(await everything(test.deps.db), OF_ADA)).toEqual([]);
  await told(joins(ada, now));
  expect(await playerNamed(ada.name)).not.toBe(adaId);
});

it('goes on where it ended before its end', async () => {
  const { db, secrets } = test.deps;
  const killed = new Error('killed');
  for (let at = 0, ended: unknown = killed; ended === killed; at += 1) {
    let left = at;
    const fall = () => {
      left -= 1;
      if (left < 0) throw killed;
    };
    ended = await erasePerson({ db, secrets, publish, now }, adaId, fall).catch(
      (error: unknown) => error,
    );
    expect([undefined, killed]).toContain(ended);
  }
  await hostHears();
  expect(holding(await everything(test.deps.db), OF_ADA)).toEqual([]);
});

it('takes as many batches as there are rows, and says how far it is', async () => {
  const { db, secrets } = test.deps;
  const many = async (subject: string, text: string) => {
    await sql`
      insert into event_personal (stream, seq, subject, data)
      select 'server/old/feed', n, ${subject}, ${JSON.stringify({ entry: { text } })}::json
      from generate_series(1, 4500) n
    `.execute(db);
  };
  await many(adaId, 'canary');
  await many('', 'canary for the Countess');
  await many(bobId, 'hello');
  const counts: number[] = [];
  await erasePerson({ db, secrets, publish, now }, adaId, (_, count) => void counts.push(count));
  expect(Math.max(...counts)).toBe(2_000);
  expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThan(9_000);
  await hostHears();
  const rows = await everything(test.deps.db);
  expect(holding(rows, OF_ADA)).toEqual([]);
  expect(holding(rows, ['server/old/feed'])).toHaveLength(4_500);
});

it('is in the audit by ids alone, and the chain holds', async () => {
  await say('', formerId, '--yes');
  const { db, secrets } = test.deps;
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'player.erase')
    .execute();
  expect(rows).toMatchObject([
    { actor: null, resource: 'host', detail: JSON.stringify({ muster_id: adaId }) },
  ]);
  expect(await verifyAudit(db, secrets)).toMatchObject({ broken: null });
});

it('takes what was told of them while they were shown as another, and nothing of that one', async () => {
  const { db } = test.deps;
  const join = { one: adaId, other: bobId, kind: 'hand' } as const;
  await db.transaction().execute((trx) => joinPersons(trx, join, now));
  await writer.readPersons();
  await writer.idle();
  const shown = await personOf(db, bobId);
  expect(holding(await everything(test.deps.db), [shown]).map(tableOf)).toContain('event_log');
  const { id } = await db
    .selectFrom('person_joins')
    .select('id')
    .where('kind', '=', 'hand')
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => undoJoin(trx, id, now, null));
  const before = holding(await everything(test.deps.db), OF_ADA);
  await say('', bobId, '--yes');
  writer.erase(bobId);
  await writer.idle();
  const after = await everything(test.deps.db);
  expect(holding(after, [bob.name, bob.guid, 'hello'])).toEqual([]);
  expect(holding(after, OF_ADA)).toEqual(before);
});

it('leaves nothing of whoever was joined with another, whatever changed and went in between', async () => {
  const { db } = test.deps;
  const context = { ...test.deps, publish, now };
  const tellAgain = async () => {
    const due = db.deleteFrom('jobs').where('kind', '=', TELL_PERSONS);
    const jobs = await due.returning('payload').execute();
    for (const { payload } of jobs) await tellPersons(context, payload);
  };
  // Of the two, Bob was seen first later, so that he is shown as Ada, and was there last.
  await told(leaves(bob, now), joins(bob, now + 1_000));
  const first_seen = now + 1_000;
  await db.updateTable('players').set({ first_seen }).where('muster_id', '=', bobId).execute();
  const { ban, entry } = rowsAbout(bobId, ada);
  const ofAda = rowsAbout(adaId, bob, 'Somebody');
  await change(context, async (made) => {
    await addPagedRows(made.trx, 'bans', [ban, ofAda.ban], hex('7'));
    await addPagedRows(made.trx, 'bucketEntries', [entry, ofAda.entry], hex('8'));
    const removed = JSON.stringify({ ...ofAda.entry, id: hex('9') });
    await sql`
      insert into removed_bucket_entries (id, bucket_id, data, keys, removed_at)
      values (${hex('9')}, ${hex('8')}, ${removed}::json, array[${personKey(adaId)}], ${now})
    `.execute(made.trx);
    await tellPagedNew(made, 'bans', [ban, ofAda.ban]);
    await tellPagedNew(made, 'bucketEntries', [entry, ofAda.entry]);
  });
  const join = { one: adaId, other: bobId, kind: 'hand' } as const;
  await db.transaction().execute((trx) => joinPersons(trx, join, now));
  await writer.readPersons();
  await tellAgain();
  const shown = await personOf(db, bobId);
  expect(shown).not.toBe(bobId);
  await playerStatisticsReset(
    { params: { server_id: server, muster_id: shown } } as never,
    context as never,
  );
  await change(context, async (made) => {
    const about = { target: { id: bobId, name: bob.name }, text: 'Bob cheats' };
    made.audit({ resource: `server/${server}`, action: 'actions.server-kick', told: about });
    await tellPaged(made, 'bans', { ...ban, reason: 'Bob cheated' }, ban);
    await tellPagedGone(made, 'bucketEntries', [entry]);
    await sql`delete from paged_bucket_entries where id = ${entry.id}`.execute(made.trx);
    // As hosts of an older version told it.
    const old = { resource: 'bans', banlist_id: hex('7'), before: { ...ban, person_id: shown } };
    made.tell(resourceStream('bans', hex('7')), 'row:gone', old as never);
  });
  const { id } = await db
    .selectFrom('person_joins')
    .select('id')
    .where('kind', '=', 'hand')
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => undoJoin(trx, id, now, null));
  await tellAgain();
  const ofBob = [bob.name, bob.guid, bob.ip, 'cheat'];
  const held = holding(await everything(db), ofBob);
  for (const table of ['paged_audit', 'paged_bans', 'paged_bucket_entries', 'event_personal']) {
    expect(held.map(tableOf)).toContain(table);
  }
  const ofOther = holding(await everything(db), OF_ADA);
  await say('', bobId, '--yes');
  writer.erase(bobId);
  await writer.idle();
  const after = await everything(db);
  expect(holding(after, ofBob)).toEqual([]);
  // The ban and the entry of the other stay, without what they said of Bob.
  expect(holding(after, ['of Somebody']).map(tableOf)).toEqual(
    expect.arrayContaining(['paged_bans', 'paged_bucket_entries']),
  );
  const notes = (rows: readonly string[]) => holding(rows, ['canary']);
  expect(notes(after)).toEqual(notes(ofOther));
});

/** A ban and an entry about somebody, with what games know another by who was one person with them. */
function rowsAbout(person_id: string, other: SeenPlayer, name = bob.name) {
  const about = { person_id, name, steam_id: null, guid: other.guid, bohemia_id: null };
  const made = { created_at: now, changed_at: now, until: null, issuer_id: null, issuer_name: '' };
  const id = person_id.slice(0, 23);
  const ban: BanRow = {
    ...about,
    ...made,
    id: `${id}a`,
    server_id: null,
    banlist_id: hex('7'),
    kind: 'person',
    address: null,
    reason: `of ${name}`,
    description: '',
    status: 'INACTIVE',
    origin: null,
  };
  const filter = { term: null, term_kind: null, action: null, message: null, minutes: null };
  const owned = { server_id: null, bucket_id: hex('8'), comment: `of ${name}` };
  const entry: BucketEntryRow = { ...about, ...made, ...filter, ...owned, id: `${id}b` };
  return { ban, entry };
}

it('asks for the id again, and refuses what is nobody', async () => {
  const before = await everything(test.deps.db);
  expect(await say(bobId, adaId)).toBe('That is another id. Nothing was erased.');
  expect(await say('', hex('f'), '--yes')).toBe(
    `There is no player with the id ${hex('f')}. Check it.`,
  );
  expect(await say('', '--yes')).toContain('Give the id of one person');
  expect(await say('', ada.name, '--yes')).toBe(
    'There is no player with the id Ada Lovelace. Check it.',
  );
  expect(await everything(test.deps.db)).toEqual(before);
  const said = await say(ada.guid ?? '', ada.guid ?? '');
  expect(said).toContain('Uploaded files that name them, which go too: 0.');
  expect(said).toContain(`${adaId} is erased`);
});

it('of an account goes what is kept of its acts, and the account stays', async () => {
  const { db, secrets } = test.deps;
  const app = await createTestApp(test.deps);
  const { id } = await createTestAccount(app, test.deps);
  await app.close();
  await db.updateTable('accounts').set({ display_name: 'Grace' }).where('id', '=', id).execute();
  await change({ db, secrets, publish, now }, async (made) => {
    made.audit({ actor: id, resource: `server/${server}`, action: 'servers.edit' });
  });
  const by = { muster_id: id, display_name: 'Grace', at: now };
  const place = { resource: 'notes', server_id: server, id: hex('c') } as const;
  const values = { player_id: bobId, comment: 'about Bob' };
  await addRow({ db, secrets, publish, now, settings: test.deps.settings }, place, values, by);
  const tables = () =>
    everything(test.deps.db).then((rows) => holding(rows, ['Grace']).map(tableOf));
  expect(await tables()).toEqual([
    'accounts',
    'event_personal',
    'event_personal',
    'paged_audit',
    'resource_rows',
  ]);
  expect(await say('', id, '--yes')).toContain('stays');
  expect(await tables()).toEqual(['accounts']);
  expect(holding(await everything(test.deps.db), ['about Bob']).map(tableOf)).toContain(
    'resource_rows',
  );
});

it('says no name in a way that a terminal would obey', async () => {
  const name = 'Eve\u001b[2J\u009b2J\u202e';
  await told(joins({ ...bob, key: '4', name, guid: 'e0e0'.repeat(8) }, now));
  const said = await say('', await playerNamed(name), '--yes');
  expect(said).toContain('the player Eve\ufffd[2J\ufffd2J\ufffd.');
});
