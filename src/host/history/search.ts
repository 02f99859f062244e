/** `GET history`: what happened on servers, newest first. */
import { sql, type RawBuilder } from 'kysely';
import { fold } from '../../domain/resources/keys.ts';
import type { HistoryEntry } from '../../protocol/history/calls.ts';
import { HISTORY_ACCESS, HISTORY_KIND, type HistoryKind } from '../../protocol/history/kinds.ts';
import { consoleLine, feedEntry } from '../../protocol/feed/fields.ts';
import { PAGED, type PagedRow } from '../../protocol/resources/registry.ts';
import { PAGED_ROW } from '../../protocol/resources/schemas.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import {
  FILTERED_STREAM,
  opensStream,
  serverStream,
  type FilteredStream,
} from '../../protocol/streams.ts';
import { grantedServers } from '../access/grants.ts';
import type { Handler } from '../calls/handler.ts';
import { HostError } from '../calls/host-error.ts';
import { entriesIn } from '../feed/pages.ts';
import { idsOf } from '../identity/persons.ts';
import { showPersons } from '../identity/show-persons.ts';
import { LOG_LASTS } from '../realtime/prune.ts';
import { readRanges } from '../realtime/read.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { withAimed } from './aimed.ts';
import { newest, newestOf, type Placed, type Searched, type Spread } from './newest.ts';

const DAY = 86_400_000;
/** So many parts of an index are read side by side, each planned by itself. */
const BRANCHES = 40;
/** So many are probed one after the other, for a time. */
const PROBES = 3_000;
/** Less than this share of a host's servers: what all of them have would be mostly others'. */
const FEW = 1 / 4;
/** On so many servers, words are looked for in what these alone have: always, and where they are few of the host's. */
const NARROW = { always: 5, few: 50 };
/** So many people one entry tells of at most: it has a row for each. */
const PEOPLE = 2;

/** Below which moment, and which of those of that moment and place, a page begins. */
interface Bound {
  readonly at: number;
  readonly seq: number;
  readonly passed: number;
}

export const historyPage: Handler<'historyPage'> = async (
  { query },
  { account, db, settings, now },
) =>
  atOneMoment(db, async (trx) => {
    const granted = await grantedServers(trx, account.id);
    const named = query.servers?.split(',') ?? [...granted.keys()];
    const words = wordsOf(query.text ?? '');
    const filtered = new Set([...granted].flatMap(([id, held]) => filteredOf(id, held)));
    const isWhole = (id: string, kind: HistoryKind) =>
      granted.get(id)?.includes(HISTORY_ACCESS[kind]) === true;
    const isFiltered = (id: string, kind: HistoryKind) =>
      !isWhole(id, kind) && filtered.has(streamOf(id, kind));
    const wanted = query.kinds?.split(',');
    const kinds = HISTORY_KIND.filter((kind) => wanted?.includes(kind) ?? true);
    const apart = new Set(named.filter((id) => kinds.some((kind) => isFiltered(id, kind))));
    const places = kinds.map((kind) => {
      const seen = (id: string) =>
        isWhole(id, kind) || (words.length === 0 && isFiltered(id, kind));
      return { kind, servers: [...new Set(named.filter(seen))] };
    });
    const none = apart.size === 0 && places.every(({ servers }) => servers.length === 0);
    if (named.length > 0 && none) {
      throw new HostError(
        'permission-denied',
        'You may not see this server. Ask whoever manages it.',
      );
    }
    const after = query.after === undefined ? null : readBound(query.after);
    const asked: Asked = {
      words,
      now,
      hosted: await hostedServers(trx),
      from: query.from ?? 0,
      until: Math.min(query.until ?? Infinity, after?.at ?? Infinity, Number.MAX_SAFE_INTEGER),
      after,
      people: query.player === undefined ? null : await idsOf(trx, query.player),
      limit: PEOPLE * (query.limit + 1) + (after?.passed ?? 0),
    };
    const found = [
      ...(await newest(trx, inFeed(asked, places))),
      ...(await newest(trx, inAudit(asked, places))),
    ].map(keyed);
    const behind = inOrder(found, after);
    const page = behind.slice(0, query.limit);
    const last = page.at(-1);
    return {
      entries: await withAimed(trx, await entriesOf(trx, page, filtered)),
      servers: await namesOf(trx, page),
      next: behind.length > page.length && last !== undefined ? boundOf(last, found, after) : null,
      left_out: words.length === 0 ? 0 : apart.size,
      kept: { feed_days: settings.feedDays, command_days: LOG_LASTS / DAY },
    };
  });

/** The streams of a server that somebody is told filtered. */
function filteredOf(id: string, held: readonly ServerPermission[]): readonly string[] {
  const audiences = Object.keys(FILTERED_STREAM) as readonly FilteredStream[];
  return audiences.flatMap((one) => (opensStream(held, one) ? serverStream(id, one) : []));
}

/** The filtered stream of a server that has a kind. */
function streamOf(id: string, kind: HistoryKind): string {
  const of = HISTORY_ACCESS[kind] === 'server.view.console' ? 'console' : 'feed';
  return kind === 'audit' ? '' : serverStream(id, `${of}-filtered`);
}

interface Asked extends Pick<Searched, 'words' | 'limit'> {
  readonly now: number;
  /** How many servers this Muster has. */
  readonly hosted: number;
  readonly from: number;
  readonly until: number;
  readonly after: Bound | null;
  /** Ids of one person; null: everybody. */
  readonly people: readonly string[] | null;
}

/** Of each kind, the servers on which it may be seen. */
type Places = readonly { readonly kind: HistoryKind; readonly servers: readonly string[] }[];

function wordsOf(text: string): readonly string[] {
  return [...new Set(fold(text).split(' ').filter(Boolean))];
}

function inFeed(asked: Asked, places: Places): Searched {
  const { from, until, after, people } = asked;
  const rows = (where: RawBuilder<unknown>) => sql`
    select server_id, at, seq as place, kind, folded, grams from feed_texts
    where ${where} and at >= ${from} and at <= ${until}
      ${after === null ? sql`` : sql`and (at, seq) <= (${after.at}, ${after.seq})`}
      ${people === null ? sql`` : sql`and subject = any(${people}::text[])`}
  `;
  const kinds = places.filter(({ kind, servers }) => kind !== 'audit' && servers.length > 0);
  // Each kind has an index of its own words, which it is written out for.
  const ofKinds = kinds.map(
    ({ kind, servers }) => sql`(kind = ${sql.lit(kind)} and server_id = any(${servers}::bpchar[]))`,
  );
  const each = new Set(kinds.flatMap(({ servers }) => servers)).size;
  const isFewOfAll = each < FEW * asked.hosted;
  const isNarrow = each <= (isFewOfAll ? NARROW.few : NARROW.always);
  const ofWords = kinds.map(({ servers }, at) => {
    const known = sql`array[server_id] && ${servers}::bpchar[]`;
    return isNarrow ? sql`${ofKinds[at]} and ${known}` : ofKinds[at];
  });
  const pairs = kinds.flatMap(({ kind, servers }) => servers.map((id) => ({ kind, id })));
  return {
    ...asked,
    table: 'feed_texts',
    isFew: people !== null,
    isNarrow,
    ...inParts(asked, isFewOfAll, pairs.length, {
      each: () =>
        pairs.map(({ kind, id }) => rows(sql`kind = ${sql.lit(kind)} and server_id = ${id}`)),
      probed: (since, most) => sql`
        select r.* from unnest(
          ${pairs.map(({ kind }) => kind)}::text[], ${pairs.map(({ id }) => id)}::bpchar[]
        ) as part (kind, server_id)
        cross join lateral (
          ${rows(sql`kind = part.kind and server_id = part.server_id and at >= ${since}`)}
          order by at desc, seq desc limit ${most}
        ) as r
      `,
      whole: (since) => ofKinds.map((where) => rows(sql`${where} and at >= ${since}`)),
    }),
    all:
      people === null
        ? sql.join(
            ofWords.map((where) => rows(where ?? sql`false`)),
            sql` union all `,
          )
        : rows(sql`(${sql.join(ofKinds, sql` or `)})`),
  };
}

function inAudit(asked: Asked, places: Places): Searched {
  const { from, until, after, people } = asked;
  const rows = (where: RawBuilder<unknown>) => sql`
    select server_id, key_at as at, id as place, 'audit'::text as kind, folded, grams from paged_audit
    where ${where} and key_at >= ${from} and key_at <= ${until}
      ${after === null ? sql`` : sql`and (key_at, id) <= (${after.at}, ${auditId(after.seq)})`}
      ${people === null ? sql`` : sql`and (key_actor_id = any(${people}::text[]) or key_things && ${people}::text[])`}
  `;
  const servers = places.find(({ kind }) => kind === 'audit')?.servers ?? [];
  const all = rows(sql`server_id = any(${servers}::bpchar[])`);
  return {
    ...asked,
    table: 'paged_audit',
    isFew: people !== null,
    isNarrow: false,
    ...inParts(asked, servers.length < FEW * asked.hosted, servers.length, {
      each: () => servers.map((id) => rows(sql`server_id = ${id}`)),
      probed: (since, most) => sql`
        select r.* from unnest(${servers}::bpchar[]) as part (server_id)
        cross join lateral (
          ${rows(sql`server_id = part.server_id and key_at >= ${since}`)}
          order by key_at desc, id desc limit ${most}
        ) as r
      `,
      whole: (since) => [rows(sql`server_id = any(${servers}::bpchar[]) and key_at >= ${since}`)],
    }),
    all,
  };
}

/**
 * The parts of an index by how many there are: one by one; or for a time, each of them probed, or read with what other
 * servers have. Without a time, a kind that these servers never had would be read to its end.
 */
function inParts(
  { from, until, now }: Asked,
  isFewOfAll: boolean,
  parts: number,
  made: {
    readonly each: () => Searched['branches'];
    readonly probed: Spread['rows'];
    readonly whole: (since: number) => Searched['branches'];
  },
): Pick<Searched, 'branches' | 'spread'> {
  if (parts <= BRANCHES) return { branches: made.each() };
  const rows: Spread['rows'] =
    isFewOfAll && parts <= PROBES
      ? made.probed
      : (since, most) => newestOf(made.whole(since), most);
  return { branches: [], spread: { from, until: Math.min(until, now), rows } };
}

async function hostedServers(trx: Trx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from servers`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** A row with what it is known by among all. */
interface Keyed {
  readonly server_id: string;
  readonly at: number;
  readonly seq: number;
  readonly of: HistoryEntry['of'];
  readonly key: string;
}

function keyed({ server_id, at, place, kind }: Placed): Keyed {
  const of = kind === 'audit' ? 'audit' : kind === 'command' ? 'console' : 'feed';
  const seq = typeof place === 'string' ? Number.parseInt(place, 16) : place;
  return { server_id, at, seq, of, key: `${of} ${server_id} ${seq}` };
}

/** The id of an entry of the audit. */
function auditId(seq: number): string {
  return seq.toString(16).padStart(24, '0');
}

/** Each entry once, newest first, from where the page before ended. */
function inOrder(rows: readonly Keyed[], after: Bound | null): readonly Keyed[] {
  const each = [...new Map(rows.map((row) => [row.key, row])).values()];
  return each.toSorted(newestFirst).slice(after?.passed ?? 0);
}

function newestFirst(a: Keyed, b: Keyed): number {
  return b.at - a.at || b.seq - a.seq || (a.key < b.key ? -1 : 1);
}

/** Behind this row: how many of its moment and place the pages so far had, it included. */
function boundOf({ at, seq, key }: Keyed, rows: readonly Keyed[], after: Bound | null): string {
  const beside = inOrder(rows, null).filter((row) => row.at === at && row.seq === seq);
  const passed = beside.findIndex((row) => row.key === key) + 1;
  return `${at}.${seq}.${after?.at === at && after.seq === seq ? Math.max(passed, after.passed) : passed}`;
}

function readBound(text: string): Bound {
  const [at = 0, seq = 0, passed = 0] = text.split('.').map(Number);
  return { at, seq, passed };
}

async function namesOf(trx: Trx, rows: readonly Keyed[]) {
  const ids = [...new Set(rows.map(({ server_id }) => server_id))];
  if (ids.length === 0) return [];
  const found = await trx
    .selectFrom('servers')
    .select(['id', 'identifier', 'name'])
    .where('id', 'in', ids)
    .execute();
  return found.map(({ name, ...server }) => (name === null ? server : { ...server, name }));
}

/** What the rows say, in their order; what was forgotten in the meantime is left out. */
async function entriesOf(
  trx: Trx,
  rows: readonly Keyed[],
  filtered: ReadonlySet<string>,
): Promise<HistoryEntry[]> {
  const ofLog = rows.filter(({ of }) => of !== 'audit');
  const toldOn = ({ server_id, of }: Keyed) => {
    const stream = serverStream(server_id, `${of as 'feed' | 'console'}-filtered`);
    return filtered.has(stream) ? stream : serverStream(server_id, of);
  };
  const ranges = ofLog.map((row) => {
    return { stream: toldOn(row), after: row.seq - 1, upTo: row.seq };
  });
  const told = new Map(
    (await readRanges(trx, ranges)).map((event) => [`${event.stream} ${event.seq}`, event]),
  );
  const audited = await readAudit(trx, rows);
  return rows.flatMap((row): HistoryEntry[] => {
    const { of, server_id, seq, at } = row;
    if (of === 'audit') {
      const entry = audited.get(row.key);
      return entry === undefined ? [] : [{ of, server_id, seq, at, entry }];
    }
    const event = told.get(`${toldOn(row)} ${seq}`);
    if (event === undefined) return [];
    if (of === 'feed') {
      return entriesIn([event], feedEntry).map((one) => ({ ...one, of, server_id }));
    }
    return entriesIn([event], consoleLine).map((one) => ({ ...one, of, server_id }));
  });
}

async function readAudit(
  trx: Trx,
  rows: readonly Keyed[],
): Promise<ReadonlyMap<string, PagedRow<'audit'>>> {
  const audited = new Map(
    rows.filter(({ of }) => of === 'audit').map(({ seq, key }) => [auditId(seq), key]),
  );
  if (audited.size === 0) return new Map();
  const { rows: found } = await sql<{ id: string; data: unknown }>`
    select id, data from paged_audit where id = any(${[...audited.keys()]}::text[])
  `.execute(trx);
  const entries = found.map(({ data }) => PAGED_ROW.audit.parse(data));
  const shown = await showPersons(trx, PAGED.audit, entries);
  return new Map(shown.map(({ row }) => [audited.get(row.id) ?? '', row]));
}
