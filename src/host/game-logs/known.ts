/** What the host knows already of the time that a log tells of. */
import { sql } from 'kysely';
import { restore } from '../../domain/personal/separate.ts';
import { serverFeed, type FeedEntry } from '../../protocol/feed/fields.ts';
import { serverStream } from '../../protocol/streams.ts';
import {
  inSpan,
  isOfRcon,
  LIST_READ,
  SAME_TIME,
  type Known,
  type Told,
} from '../connectors/logs/merge.ts';
import type { LogEvent, LogPerson } from '../connectors/logs/log-event.ts';
import { identityKey, type Identity } from '../players/identities.ts';
import type { Database } from '../store/database.ts';
import type { LoggedStay } from './feed-entry.ts';

/** Everything that telling a log needs to know, of the time of its events. */
export interface Background {
  readonly known: Known;
  readonly stays: readonly LoggedStay[];
  /** Players by the key of an identity. */
  readonly players: ReadonlyMap<string, string>;
}

export async function readBackground(
  db: Database,
  serverId: string,
  events: readonly LogEvent[],
): Promise<Background> {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { at } of events) {
    from = Math.min(from, at);
    to = Math.max(to, at);
  }
  if (events.length === 0) return { known: { spans: [], told: [] }, stays: [], players: new Map() };
  const spans = await readSpans(db, serverId, from);
  const unsure = events.some((event) => isOfRcon(event) && !inSpan(event.at, spans));
  const next = spans.find(({ since }) => since > to)?.since ?? to;
  const until = Math.max(next + LIST_READ, to + SAME_TIME);
  const told = unsure ? await readTold(db, serverId, from - SAME_TIME, until) : [];
  const people = peopleOf(events);
  return {
    known: { spans, told },
    stays: await readStays(db, serverId, people, from, to),
    players: await readPlayers(db, people),
  };
}

/** Every person that the events name, once. */
function peopleOf(events: readonly LogEvent[]): readonly LogPerson[] {
  const people = new Map<string, LogPerson>();
  for (const event of events) {
    const by = event.kind === 'hit' || event.kind === 'death' ? event.by?.person : null;
    for (const person of by === null || by === undefined ? [event.person] : [event.person, by]) {
      people.set(JSON.stringify(person), person);
    }
  }
  return [...people.values()];
}

async function readSpans(db: Database, serverId: string, from: number) {
  return db
    .selectFrom('rcon_spans')
    .select(['since', 'until'])
    .where('server_id', '=', serverId)
    .where('until', '>=', from - SAME_TIME)
    .orderBy('since')
    .execute();
}

/** What RCon told: what a log told is told later than it happened. */
async function readTold(
  db: Database,
  serverId: string,
  from: number,
  to: number,
): Promise<readonly Told[]> {
  const { rows } = await sql<{ at: number; data: unknown; personal: unknown[] | null }>`
    select e.at, e.data, p.personal from event_log e
    left join lateral (
      select json_agg(data) as personal from event_personal x
      where x.stream = e.stream and x.seq = e.seq
    ) p on true
    where e.stream = ${serverStream(serverId, 'feed')} and e.at between ${from} and ${to}
      and e.data->'entry'->>'kind' in ('join', 'leave', 'chat', 'kick')
      and (e.data->>'at')::bigint = e.at
    order by e.seq
  `.execute(db);
  return rows.flatMap(({ data, personal }) => {
    const read = serverFeed.safeParse(personal === null ? data : restore(data, personal));
    const told = read.success ? toldOf(read.data.at, read.data.entry as FeedEntry) : null;
    return told === null ? [] : [told];
  });
}

/** What an entry of the feed says that a log can say too. */
export function toldOf(at: number, entry: FeedEntry): Told | null {
  switch (entry.kind) {
    case 'join':
    case 'leave':
      return { kind: entry.kind, at, name: entry.player.name, text: '', found: entry.found };
    case 'chat':
      return { kind: 'chat', at, name: entry.player.name, text: entry.text, found: false };
    case 'kick':
      return { kind: 'kick', at, name: entry.player.name, text: entry.reason, found: false };
    default:
      return null;
  }
}

async function readStays(
  db: Database,
  serverId: string,
  people: readonly LogPerson[],
  from: number,
  to: number,
): Promise<readonly LoggedStay[]> {
  const { rows } = await sql<LoggedStay>`
    select id, muster_id, name, steam_id, bohemia_id, joined_at, left_at from play_sessions
    where server_id = ${serverId} and name = any(${people.map(({ name }) => name)}::text[])
      and joined_at <= ${to + 60_000} and (left_at is null or left_at >= ${from - 60_000})
    order by joined_at
  `.execute(db);
  return rows;
}

async function readPlayers(
  db: Database,
  people: readonly LogPerson[],
): Promise<ReadonlyMap<string, string>> {
  const identities = people.flatMap(({ bohemiaId, steamId }): Identity[] => [
    ...(bohemiaId === null ? [] : [{ kind: 'bohemia' as const, value: bohemiaId }]),
    ...(steamId === null ? [] : [{ kind: 'steam' as const, value: steamId }]),
  ]);
  if (identities.length === 0) return new Map();
  const { rows } = await sql<Identity & { muster_id: string }>`
    select i.kind, i.value, i.muster_id from player_identities i
    join unnest(
      ${identities.map(({ kind }) => kind)}::text[], ${identities.map(({ value }) => value)}::text[]
    ) as a(kind, value) using (kind, value)
  `.execute(db);
  return new Map(rows.map((row) => [identityKey(row), row.muster_id]));
}
