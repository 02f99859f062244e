/** The file of queue priority has whoever a bucket finds, by what the host knows of them: not what whoever added them saw. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerPermission } from '../../src/protocol/permissions.ts';
import { grant, serverResource } from '../../src/host/access/grants.ts';
import { identify } from '../../src/host/players/identify.ts';
import { identitiesOf, identityKey } from '../../src/host/players/identities.ts';
import { joinPersons, undoJoin } from '../../src/host/players/joins.ts';
import { newId } from '../../src/host/store/ids.ts';
import { BUCKET_LIMIT } from '../../src/protocol/buckets/limits.ts';
import { createTestAccount, createTestServer } from '../support/accounts.ts';
import { startLiveHost, type LiveHost } from '../support/live-host.ts';
import { startFtpServer } from '../support/remote/ftp-server.ts';
import { FOLDER, PASSWORD, USER, type Machine } from '../support/remote/machine.ts';

const FILE = 'priority.txt';
const WAIT = { timeout: 20_000, interval: 20 };
const [ADA, BOB, CY] = ['76561190000000001', '76561190000000002', '76561190000000003'] as const;
const DAN = '76561190000000004';
/** Before those of a full bucket. */
const FULL = '76561190001000000';

let host: LiveHost;
let machine: Machine;
let server: string;
let bucket: string;
type Account = Awaited<ReturnType<typeof createTestAccount>>;
let owner: Account;
let helper: Account;

beforeAll(async () => {
  host = await startLiveHost();
  machine = await startFtpServer();
  const { app, deps } = host;
  [owner, helper] = [await createTestAccount(app, deps), await createTestAccount(app, deps)];
  server = await createTestServer(deps, owner.id, { host: 'queue.example.org' });
  const may: ServerPermission[] = ['server.view', 'server.queue-priority.add'];
  await grant(deps.db, helper.id, serverResource(server), may, null, 0);
  bucket = newId(Date.now());
  const own = { kind: 'account', id: owner.id };
  await post('buckets/create', {
    bucket_id: bucket,
    type: 'QUEUE_PRIORITY',
    identifier: 'First',
    owner: own,
  });
  await post(`bucket/${bucket}/servers`, { server_id: server });
  const { port } = machine;
  const place = { protocol: 'ftp', host: '127.0.0.1', port, username: USER, folder: FOLDER };
  await post(`server/${server}/queue-sync`, { ...place, password: PASSWORD });
});
afterAll(async () => {
  await machine.stop();
  await host.stop();
});

async function post(path: string, body: object, by = owner): Promise<void> {
  const answer = await by.browser.post(`/app/v1/${path}`, { ...body });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}
const add = (what: object, by = owner) =>
  post(`bucket/${bucket}/entries/add`, { entries: [{ entry_id: newId(Date.now()), what }] }, by);
const inFile = () => machine.files.text(FILE)?.split(';').toSorted();

/** Somebody who was seen on the server; answers their id. */
async function seen(told: Partial<Parameters<typeof identitiesOf>[0]>): Promise<string> {
  const { db } = host.deps;
  const identities = identitiesOf({ guid: null, steamId: null, bohemiaId: null, ...told });
  const known = await identify(db, [{ identities, name: 'Seen' }], Date.now());
  const muster_id = known.get(identityKey(identities[0]!)) ?? '';
  const stay = { id: newId(Date.now()), server_id: server, muster_id, name: 'Seen' };
  const flags = { joined_before: false, verified: true, lobby: false };
  const ids = { guid: told.guid ?? null, steam_id: told.steamId ?? null, ip: null, port: null };
  const bohemia_id = told.bohemiaId ?? null;
  const at = { joined_at: Date.now(), left_at: null };
  await db
    .insertInto('play_sessions')
    .values({ ...stay, ...flags, ...ids, bohemia_id, ...at })
    .execute();
  return muster_id;
}

it('whom a helper adds who sees no ids, and whoever is known better later, comes first', async () => {
  const ada = await seen({ steamId: ADA });
  await add({ kind: 'person', muster_id: ada }, helper);
  await expect.poll(inFile, WAIT).toEqual([ADA]);

  // An id is told with a SteamID later, as a log or the next join does.
  const bohemiaId = `${'b'.repeat(43)}=`;
  const bob = await seen({ bohemiaId });
  await add({ kind: 'person', muster_id: bob }, helper);
  await add({ kind: 'identity', guid: 'c'.repeat(32) });
  await identify(
    host.deps.db,
    [
      {
        identities: identitiesOf({ guid: null, steamId: BOB, bohemiaId }),
        name: 'Bob',
      },
    ],
    Date.now(),
  );
  await expect.poll(inFile, WAIT).toEqual([ADA, BOB]);

  // Somebody joins them with another player, and undoes it.
  const { db } = host.deps;
  const cy = await seen({ steamId: CY });
  const joining = { one: cy, other: bob, kind: 'hand', by: owner.id } as const;
  await db.transaction().execute((trx) => joinPersons(trx, joining, Date.now()));
  await expect.poll(inFile, WAIT).toEqual([ADA, BOB, CY]);
  const { id } = await db
    .selectFrom('person_joins')
    .select('id')
    .where('one', '=', cy)
    .executeTakeFirstOrThrow();
  await db.transaction().execute((trx) => undoJoin(trx, Number(id), Date.now(), owner.id));
  await expect.poll(inFile, WAIT).toEqual([ADA, BOB]);

  // Whom nobody wants first stays out, and who has no SteamID is counted.
  await seen({ steamId: DAN });
  // What is written is told after it is written.
  const told = async () =>
    (await owner.browser.get(`/app/v1/server/${server}/queue-sync`)).json<unknown>();
  await expect.poll(told, WAIT).toMatchObject({ rows: [{ people: 2, left: 1 }] });
});

it('all of a full bucket comes first, each looked up among all who are known', async () => {
  const { db } = host.deps;
  // The first half is known by a SteamID64, the second by the id that Muster gave them.
  const [half, all] = [BUCKET_LIMIT.entries / 2, BUCKET_LIMIT.entries - 4];
  const steamId = sql`(${FULL}::bigint + n)::text`;
  const player = sql`'d' || lpad(to_hex(n), 23, '0')`;
  const entry = sql`'e' || lpad(to_hex(n), 23, '0')`;
  await sql`
    insert into paged_bucket_entries (id, owner_id, data, folded, grams,
      key_created_at, key_changed_at, key_name, key_issuer_name, key_person_id, key_issuer_id)
    select ${entry}, ${bucket},
      json_build_object('steam_id', case when n <= ${half} then ${steamId} end), '', '{}', 0, 0, '', '', '', ''
    from generate_series(1, ${all}::int) n
  `.execute(db);
  await sql`
    insert into bucket_keys (bucket_id, entry_id, key)
    select ${bucket}, ${entry}, case when n <= ${half} then 'steam ' || ${steamId} else 'person ' || ${player} end
    from generate_series(1, ${all}::int) n
  `.execute(db);
  await sql`
    insert into players (muster_id, name, first_seen, last_seen) select ${player}, '', 0, 0 from generate_series(1, ${all}::int) n
  `.execute(db);
  await sql`
    insert into player_identities (muster_id, kind, value)
    select ${player}, 'steam', ${steamId} from generate_series(1, ${all}::int) n
  `.execute(db);
  await add({ kind: 'identity', steam_id: CY });
  await expect.poll(() => inFile()?.length, WAIT).toBe(all + 3);
});
