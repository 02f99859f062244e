/** Writes what statistics keep. Each statement takes its rows in one order, so that hosts do not lock each other. */
import { sql, type RawBuilder } from 'kysely';
import {
  TALLY,
  type StatisticsEffect,
  type StayFacts,
  type Tally,
} from '../../domain/statistics/effects.ts';
import type { Trx } from '../store/database.ts';

type Of<K extends StatisticsEffect['kind']> = Extract<StatisticsEffect, { kind: K }>;

/** Writes effects of one batch: each under the id that it was told under. */
export async function writeStatistics(
  trx: Trx,
  effects: readonly StatisticsEffect[],
): Promise<void> {
  const of = <K extends StatisticsEffect['kind']>(kind: K) =>
    effects.filter((effect): effect is Of<K> => effect.kind === kind);
  await putStays(trx, of('stay'), of('lost-sight'));
  await addCounts(trx, of('count'));
  await addWeapons(trx, of('weapon'));
  await addZones(trx, of('zone'));
  await putGaps(trx, of('unheard'));
}

/**
 * What was told of stays, and of whom sight was lost: they may have left, which is settled where the log tells of them
 * again. One statement, so that all these rows are taken in one order. The log shows who came as a person; the play
 * session has their own id.
 */
async function putStays(
  trx: Trx,
  stays: readonly Of<'stay'>[],
  lost: readonly Of<'lost-sight'>[],
): Promise<void> {
  if (stays.length === 0 && lost.length === 0) return;
  type Row = StayFacts & {
    readonly id: string;
    readonly server_id: string;
    readonly told_at: number;
  };
  const rows = new Map<string, Row>();
  for (const { id, server_id, at, told } of stays) {
    rows.set(id, { ...(rows.get(id) ?? { id, server_id, told_at: at }), ...told });
  }
  const unseen = lost.map(({ server_id }) => server_id);
  await sql`
    with told as (
      select * from json_populate_recordset(
        null::statistic_stays, ${JSON.stringify([...rows.values()])}::json
      )
    ), open as (
      select id, server_id, told_at from statistic_stays
      where server_id = any(${unseen}::text[]) and left_at is null
        and id not in (select id from told)
    )
    insert into statistic_stays as s
      (id, server_id, muster_id, joined_at, left_at, found_at, kicked_by, told_at)
    select id, server_id, coalesce(
        (select muster_id from play_sessions p where p.id = told.id and told.muster_id is not null),
        muster_id
      ), joined_at, left_at, found_at, kicked_by, told_at from told
    union all select id, server_id, null, null, null, null, null, told_at from open
    order by id
    on conflict (id) do update set
      muster_id = coalesce(excluded.muster_id, s.muster_id),
      joined_at = coalesce(excluded.joined_at, s.joined_at),
      left_at = coalesce(excluded.left_at, s.left_at),
      found_at = coalesce(excluded.found_at, s.found_at),
      kicked_by = coalesce(excluded.kicked_by, s.kicked_by),
      lost = excluded.joined_at is null and (
        s.lost or (s.left_at is null and s.server_id = any(${unseen}::text[]))
      )
  `.execute(trx);
}

async function addCounts(trx: Trx, counts: readonly Of<'count'>[]): Promise<void> {
  if (counts.length === 0) return;
  type Row = Record<Tally, number> & { readonly muster_id: string; readonly server_id: string };
  const none = Object.fromEntries(TALLY.map((name) => [name, 0])) as Record<Tally, number>;
  const rows = new Map<string, Row>();
  for (const { muster_id, server_id, what } of counts) {
    const key = `${muster_id} ${server_id}`;
    const row = rows.get(key) ?? { muster_id, server_id, ...none };
    row[what] += 1;
    rows.set(key, row);
  }
  const columns = TALLY.map((name) => sql.ref(name));
  const sums = TALLY.map((name) => sql`${sql.ref(name)} = ${sum(name)}`);
  await sql`
    insert into statistic_totals as t (muster_id, server_id, ${sql.join(columns)})
    select muster_id, server_id, ${sql.join(columns)}
    from json_populate_recordset(null::statistic_totals, ${inOrder(rows)}::json)
    on conflict (muster_id, server_id) do update set ${sql.join(sums)}
  `.execute(trx);
}

async function addWeapons(trx: Trx, uses: readonly Of<'weapon'>[]): Promise<void> {
  if (uses.length === 0) return;
  type Row = Pick<Of<'weapon'>, 'muster_id' | 'server_id' | 'weapon'> & {
    kills: number;
    hits: number;
    longest_kill: number | null;
    longest_hit: number | null;
  };
  const rows = new Map<string, Row>();
  const none = { kills: 0, hits: 0, longest_kill: null, longest_hit: null };
  for (const { muster_id, server_id, weapon, what, distance } of uses) {
    const key = `${muster_id} ${server_id} ${weapon}`;
    const row = rows.get(key) ?? { muster_id, server_id, weapon, ...none };
    const longest = what === 'kills' ? 'longest_kill' : 'longest_hit';
    row[what] += 1;
    if (distance !== null) row[longest] = Math.max(row[longest] ?? 0, distance);
    rows.set(key, row);
  }
  await sql`
    insert into statistic_weapons as t
    select * from json_populate_recordset(null::statistic_weapons, ${inOrder(rows)}::json)
    on conflict (muster_id, server_id, weapon) do update set
      kills = ${sum('kills')}, hits = ${sum('hits')},
      longest_kill = greatest(t.longest_kill, excluded.longest_kill),
      longest_hit = greatest(t.longest_hit, excluded.longest_hit)
  `.execute(trx);
}

async function addZones(trx: Trx, hits: readonly Of<'zone'>[]): Promise<void> {
  if (hits.length === 0) return;
  type Row = Pick<Of<'zone'>, 'muster_id' | 'server_id' | 'zone'> &
    Record<'given' | 'taken', number>;
  const rows = new Map<string, Row>();
  for (const { muster_id, server_id, zone, what } of hits) {
    const key = `${muster_id} ${server_id} ${zone}`;
    const row = rows.get(key) ?? { muster_id, server_id, zone, given: 0, taken: 0 };
    row[what] += 1;
    rows.set(key, row);
  }
  await sql`
    insert into statistic_zones as t
    select * from json_populate_recordset(null::statistic_zones, ${inOrder(rows)}::json)
    on conflict (muster_id, server_id, zone) do update set
      given = ${sum('given')}, taken = ${sum('taken')}
  `.execute(trx);
}

/** A column of a row that is there (`t`) and of what comes to it. */
function sum(column: string): RawBuilder<number> {
  return sql`t.${sql.ref(column)} + excluded.${sql.ref(column)}`;
}

/** Rows as JSON, in the order of their keys. */
function inOrder(rows: ReadonlyMap<string, unknown>): string {
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return JSON.stringify(sorted);
}

async function putGaps(trx: Trx, gaps: readonly Of<'unheard'>[]): Promise<void> {
  if (gaps.length === 0) return;
  await sql`
    insert into statistic_gaps (server_id, from_at, to_at)
    select * from unnest(
      ${gaps.map(({ server_id }) => server_id)}::text[], ${gaps.map(({ from }) => from)}::bigint[],
      ${gaps.map(({ to }) => to)}::bigint[]
    ) as g(server_id, from_at, to_at)
    order by 1, 2, 3 on conflict do nothing
  `.execute(trx);
}
