import { sql } from 'kysely';
import { ACCOUNT_STATUS } from '../../protocol/enumerations.ts';
import { IDS_SHOWN, NAMES_SHOWN } from '../../protocol/players/calls.ts';
import { PERSON_SERVERS, TRACE_KIND, TRACES_SHOWN } from '../../protocol/persons/calls.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { HostError } from '../calls/host-error.ts';
import { lastMoment, STAY_COLUMNS } from '../statistics/stays.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import {
  opensOf,
  readsPersonal,
  readsStays,
  refuseByPlan,
  seenPerson,
  serversWhere,
  type SeenPerson,
} from '../players/seen-person.ts';
import { tracesOf, type Trace } from './traces.ts';

type Profile = Answer<'personProfile'>;
type OnServer = Profile['servers'][number];

/** So many different names and identifiers are told apart. */
const TRACES_READ = 20_000;

/** `GET persons/:muster_id`: who somebody is, wherever the account may see that they were. */
export const personProfile: Handler<'personProfile'> = async (
  { params },
  { account, db, now, settings },
) =>
  atOneMoment(db, async (trx) => {
    const person = await seenPerson(trx, account.id, params.muster_id);
    return {
      muster_id: person.muster_id,
      ids: person.told.slice(0, IDS_SHOWN),
      account: await accountOf(trx, person, account.id),
      servers: await serversOf(trx, person, now),
      opens: await opensOf(trx, account.id, settings, now),
    };
  });

/** `GET persons/:muster_id/traces`. */
export const personTraces: Handler<'personTraces'> = async (
  { params },
  { account, db, now, settings },
) =>
  atOneMoment(db, async (trx) => {
    const { ids, servers } = await seenPerson(trx, account.id, params.muster_id);
    const { traces: opens } = await opensOf(trx, account.id, settings, now);
    const open = serversWhere(servers, readsPersonal);
    if (open.length === 0) {
      throw new HostError('permission-denied', 'Nobody lets you see addresses and identifiers.', {
        needs: ['server.view.personal'],
      });
    }
    refuseByPlan(opens);
    const limit = TRACES_SHOWN + 1;
    const traces = await tracesOf(trx, ids, open, { kinds: TRACE_KIND, now, limit });
    return { traces: traces.slice(0, TRACES_SHOWN), more: traces.length === limit };
  });

/** `notice` is for whoever has seen them on a server, and for themselves. */
async function accountOf(
  trx: Trx,
  { muster_id: id, servers }: SeenPerson,
  reader: string,
): Promise<Profile['account']> {
  const found = await trx
    .selectFrom('accounts')
    .select(['display_name', 'titles', 'status', 'private'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return null;
  // Whoever knows of them by a ban alone is not told what they keep to themselves.
  if (found.private && servers.size === 0 && id !== reader) return null;
  const { display_name, titles, status } = found;
  const notice = servers.size > 0 || id === reader ? (NOTICE[status] ?? null) : null;
  const own = id === reader ? found.private : null;
  return { display_name, titles: titles as never, notice, private: own };
}

const NOTICE: Readonly<Record<number, 'banned' | 'terminated' | 'disabled'>> = {
  [ACCOUNT_STATUS.BANNED]: 'banned',
  [ACCOUNT_STATUS.TERMINATED]: 'terminated',
  [ACCOUNT_STATUS.DISABLED]: 'disabled',
};

async function serversOf(trx: Trx, person: SeenPerson, now: number): Promise<OnServer[]> {
  const { ids, servers } = person;
  const read = { now, limit: TRACES_READ };
  const stays = await staysOn(trx, ids, [...servers.keys()], now);
  const names = await tracesOf(trx, ids, [...servers.keys()], { ...read, kinds: ['name'] });
  const kinds = ['steam_id', 'guid', 'bohemia_id'] as const;
  const personal = serversWhere(servers, readsPersonal);
  const identities = await tracesOf(trx, ids, personal, { ...read, kinds });
  const counted = await countedOn(trx, ids, serversWhere(servers, readsStays), now);
  return stays.map((stay): OnServer => {
    const { server_id, id, joined_at, joined_before, verified, open, first, before, last } = stay;
    const here = { id, joined_at, joined_before, state: stateOf(verified) };
    const held = servers.get(server_id) ?? [];
    const sum = counted.get(server_id) ?? { playtime: 0, stays: 0 };
    return {
      server_id,
      here: open ? here : null,
      first_seen: { at: first, before },
      last_seen: last,
      names: on(server_id, names)
        .slice(0, NAMES_SHOWN)
        .map((name) => ({ name: name.value, last: name.last })),
      counted: readsStays(held) ? sum : null,
      identities: readsPersonal(held) ? on(server_id, identities).map(identityOf) : null,
    };
  });
}

function stateOf(verified: boolean): 'online' | 'unauthorized' {
  return verified ? 'online' : 'unauthorized';
}

function on(serverId: string, traces: readonly Trace[]): readonly Trace[] {
  return traces.filter(({ server_id }) => server_id === serverId);
}

type Identity = NonNullable<OnServer['identities']>[number];

function identityOf({ kind, value, last }: Trace): Identity {
  return { kind: kind as Identity['kind'], value, last };
}

interface StaysOn {
  readonly server_id: string;
  /** The newest stay, and whether it goes on. */
  readonly id: string;
  readonly joined_at: number;
  readonly joined_before: boolean;
  readonly verified: boolean;
  readonly open: boolean;
  /** When the oldest began, and whether they were there before. */
  readonly first: number;
  readonly before: boolean;
  readonly last: number;
}

async function staysOn(
  trx: Trx,
  ids: readonly string[],
  servers: readonly string[],
  now: number,
): Promise<readonly StaysOn[]> {
  const { rows } = await sql<StaysOn>`
    with stays as (
      select p.*, v.unheard_since from play_sessions p join servers v on v.id = p.server_id
      where p.muster_id = any(${ids}::bpchar[]) and p.server_id = any(${servers}::bpchar[])
    ), newest as (
      select distinct on (server_id) * from stays
      order by server_id, (left_at is null) desc, joined_at desc, id desc
    ), oldest as (
      select distinct on (server_id) server_id, joined_at as first, joined_before as before
      from stays order by server_id, joined_at, id
    ), ended as (
      select server_id, max(coalesce(left_at, unheard_since, ${now}::bigint)) as last
      from stays group by server_id
    )
    select server_id, id, joined_at, joined_before, verified, 
      left_at is null and unheard_since is null as open, first, before,
      last
    from newest join oldest using (server_id) join ended using (server_id)
    order by last desc, server_id limit ${PERSON_SERVERS}
  `.execute(trx);
  return rows;
}

/** Seconds that somebody was on servers, and how often, with what is not kept any more. */
async function countedOn(
  trx: Trx,
  ids: readonly string[],
  servers: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, { readonly playtime: number; readonly stays: number }>> {
  const { rows } = await sql<{ server_id: string; playtime: number; stays: number }>`
    with stays as (
      select ${STAY_COLUMNS} from statistic_stays s
      where s.muster_id = any(${ids}::bpchar[]) and s.server_id = any(${servers}::bpchar[])
        and s.joined_at is not null
    ), spent as (
      select server_id, ${lastMoment(now)} - joined_at as playtime, 1 as stays from stays
      union all
      select server_id, playtime, stays from statistic_totals
      where muster_id = any(${ids}::bpchar[]) and server_id = any(${servers}::bpchar[])
    )
    select server_id, floor(sum(greatest(0, playtime)) / 1000)::float8 as playtime,
      sum(stays)::int as stays
    from spent group by server_id
  `.execute(trx);
  return new Map(rows.map(({ server_id, ...sum }) => [server_id, sum]));
}
