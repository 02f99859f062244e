/** The buckets of a demo's community: its regulars, who helps to pay for it, and what nobody is to be called or to say. */
import { sql } from 'kysely';
import { bucketAssign } from '../../host/buckets/assign.ts';
import { bucketEntriesAdd } from '../../host/buckets/entries.ts';
import { bucketCreate } from '../../host/buckets/own.ts';
import type { Doing } from '../../host/groups/group.ts';
import { newId } from '../../host/store/ids.ts';
import { call, type Brings } from './as-somebody.ts';

type Entry = Brings<'bucketEntriesAdd'>['body']['entries'][number];
type Kept = Omit<Entry, 'entry_id'>;
type Made = Brings<'bucketCreate'>['body'];

const DAY = 24 * 60;

interface Bucket {
  readonly type: Made['type'];
  readonly identifier: string;
  /** Of these people, or for whoever is called so or says so. */
  readonly entries: (people: readonly string[]) => readonly Kept[];
}

const person = (muster_id: string, comment: string, days: number | null = null): Kept => ({
  what: { kind: 'person', muster_id },
  comment,
  minutes: days === null ? null : days * DAY,
});

const BUCKETS: readonly Bucket[] = [
  {
    type: 'WHITELIST',
    identifier: 'Regulars',
    entries: (people) =>
      people.map((id, place) =>
        person(id, place === 0 ? 'Here since the first week' : '', place % 3 === 2 ? 30 : null),
      ),
  },
  {
    type: 'QUEUE_PRIORITY',
    identifier: 'Supporters',
    // One of them is over soon.
    entries: (people) => people.slice(0, 4).map((id, place) => person(id, '', 5 + place * 30)),
  },
  {
    type: 'RESERVED_SLOT',
    identifier: 'Event team',
    entries: (people) => people.slice(4, 6).map((id) => person(id, 'Runs the Saturday events')),
  },
  {
    type: 'NAME_FILTER',
    identifier: 'Names',
    entries: () => [
      {
        what: {
          kind: 'filter',
          term: '(discord\\.gg|t\\.me)/',
          term_kind: 'regex',
          action: 'kick',
          message: 'No links in names. Rename yourself and come back.',
        },
        comment: 'Advertisements',
      },
    ],
  },
  {
    type: 'CHAT_FILTER',
    identifier: 'Chat',
    entries: () => [
      {
        what: {
          kind: 'filter',
          term: 'medic!!!',
          term_kind: 'text',
          action: 'warn',
          message: 'One exclamation mark is enough. The medics have heard you.',
        },
        comment: 'Shouting. Warns alone, so that a demo shows how that looks.',
      },
    ],
  },
];

/** Makes them for an organization with whoever is on these servers now, and lets the servers use them. */
export async function makeBuckets(
  owner: Doing,
  organizationId: string,
  servers: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ muster_id: string }>`
    select muster_id from play_sessions
    where server_id = any(${servers}::bpchar[]) and muster_id is not null
    group by muster_id order by min(joined_at), muster_id limit 12
  `.execute(owner.db);
  const people = rows.map(({ muster_id }) => muster_id);
  for (const { type, identifier, entries } of BUCKETS) {
    const bucket_id = newId(owner.now);
    await call(owner, 'bucketCreate', bucketCreate, {
      params: {},
      body: { bucket_id, type, identifier, owner: { kind: 'organization', id: organizationId } },
    });
    const kept = entries(people).map((entry) => ({ ...entry, entry_id: newId(owner.now) }));
    if (kept.length > 0) {
      const brings = { params: { bucket_id }, body: { entries: kept } };
      await call(owner, 'bucketEntriesAdd', bucketEntriesAdd, brings);
    }
    for (const server_id of servers) {
      const brings = { params: { bucket_id }, body: { server_id } };
      await call(owner, 'bucketAssign', bucketAssign, brings);
    }
  }
}
