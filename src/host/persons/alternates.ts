/** Who may be the same person under another identity, of what an account may see. */
import { sql } from 'kysely';
import {
  addressesOf,
  GUESS_MIN,
  weighAlternate,
  type Compared,
} from '../../domain/persons/alternates.ts';
import { nameKey } from '../../domain/players/name-key.ts';
import { ALTERNATES_SHOWN } from '../../protocol/persons/calls.ts';
import type { Handler } from '../calls/handler.ts';
import { personsOf } from '../identity/persons.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import {
  openServers,
  opensOf,
  readsPersonal,
  readsStays,
  refuseByPlan,
  seenPerson,
  serversWhere,
} from '../players/seen-person.ts';

/** So many are weighed: those who had an address in common last, and then those of a name. */
const CANDIDATES = 60;
/** So many addresses of a person are compared. */
const ADDRESSES = 50;
/** The newest stays of each are compared. */
const STAYS = 200;
/** A name that more people have says nothing. */
const NAMESAKES = 20;

/** `GET persons/:muster_id/alternates`. */
export const personAlternates: Handler<'personAlternates'> = async (
  { params },
  { account, db, now, settings },
) =>
  atOneMoment(db, async (trx) => {
    const person = await seenPerson(trx, account.id, params.muster_id);
    refuseByPlan((await opensOf(trx, account.id, settings, now)).alternates);
    const open = await openServers(trx, account.id);
    const seen: Seen = {
      stays: serversWhere(open, readsStays),
      personal: serversWhere(open, readsPersonal),
      names: [...open.keys()],
    };
    const [self] = await comparedOf(trx, [person.muster_id], seen, now);
    const addresses = serversWhere(person.servers, readsPersonal).length > 0;
    if (self === undefined) return { alternates: [], addresses };
    const ips = addressesOf(self).slice(0, ADDRESSES);
    const crowds = await crowdsOf(trx, ips, seen);
    const found = await candidatesOf(trx, { names: self.names, ips }, seen, person.ids);
    const others = await comparedOf(trx, found, seen, now);
    const alternates = others
      .map((other) => ({
        muster_id: other.person,
        name: other.name,
        last_seen: other.last_seen,
        ...weighAlternate(self, other, (ip) => crowds.get(ip) ?? 0),
      }))
      .filter(({ score }) => score >= GUESS_MIN)
      .toSorted((a, b) => b.score - a.score || b.last_seen - a.last_seen)
      .slice(0, ALTERNATES_SHOWN)
      .map(({ evidence, ...one }) => ({ ...one, evidence: [...evidence] }));
    return { alternates, addresses };
  });

/** The servers of which an account may see stays, addresses and names. */
interface Seen {
  readonly stays: readonly string[];
  readonly personal: readonly string[];
  readonly names: readonly string[];
}

interface ComparedPerson extends Compared {
  readonly person: string;
  readonly name: string;
  readonly last_seen: number;
}

/** What is compared of these people; of whom nothing may be seen, nothing comes. */
async function comparedOf(
  trx: Trx,
  persons: readonly string[],
  { stays, personal, names }: Seen,
  now: number,
): Promise<readonly ComparedPerson[]> {
  if (persons.length === 0) return [];
  const { rows } = await sql<{
    person: string;
    server_id: string;
    name: string;
    joined_at: number;
    left_at: number | null;
    ip: string | null;
  }>`
    with ids as (
      select id, person from persons where person = any(${persons}::bpchar[])
      union select id, id from unnest(${persons}::bpchar[]) as u(id)
    )
    select ids.person, p.server_id, p.name, p.joined_at,
      coalesce(p.left_at, v.unheard_since) as left_at,
      case when p.server_id = any(${personal}::bpchar[]) then p.ip end as ip
    from ids join lateral (
      select * from play_sessions
      where muster_id = ids.id and server_id = any(${names}::bpchar[])
      order by joined_at desc limit ${STAYS}
    ) as p on true join servers v on v.id = p.server_id
    order by p.joined_at desc
  `.execute(trx);
  const readable = new Set(stays);
  const of = new Map(
    persons.map((person) => [person, rows.filter((row) => row.person === person)]),
  );
  return [...of]
    .filter(([, all]) => all.length > 0)
    .map(([person, all]) => ({
      person,
      name: all.find(({ name }) => name !== '')?.name ?? '',
      last_seen: Math.max(...all.map(({ left_at }) => left_at ?? now)),
      names: [...new Set(all.map(({ name }) => nameKey(name)))],
      stays: all.filter(({ server_id }) => readable.has(server_id)),
      // When they were there is for whoever reads the feed.
      addresses: all.flatMap(({ ip }) => ip ?? []),
    }));
}

/** How many people had each address: whoever was joined of several is one. */
async function crowdsOf(
  trx: Trx,
  ips: readonly string[],
  { personal }: Seen,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ ip: string; people: number }>`
    select s.ip, count(distinct coalesce(p.person, s.muster_id))::int as people
    from (
      select distinct ip, muster_id from play_sessions
      where ip = any(${ips}::text[]) and server_id = any(${personal}::bpchar[])
    ) as s left join persons p on p.id = s.muster_id
    group by s.ip
  `.execute(trx);
  return new Map(rows.map(({ ip, people }) => [ip, people]));
}

/** People who had an address in common with somebody, and people of their names. */
async function candidatesOf(
  trx: Trx,
  self: { readonly names: readonly string[]; readonly ips: readonly string[] },
  { personal, names }: Seen,
  own: readonly string[],
): Promise<readonly string[]> {
  const { rows: byAddress } = await sql<{ muster_id: string }>`
    select muster_id from play_sessions
    where ip = any(${self.ips}::text[]) and server_id = any(${personal}::bpchar[])
      and muster_id is not null and muster_id <> all(${own}::bpchar[])
    group by muster_id order by max(joined_at) desc limit ${CANDIDATES}
  `.execute(trx);
  const { rows: byName } = await sql<{ muster_id: string }>`
    select muster_id from (
      select n.muster_id, count(*) over (partition by k.folded) as people
      from unnest(${self.names}::text[]) as k(folded) cross join lateral (
        select distinct muster_id from player_names
        where folded = k.folded and server_id = any(${names}::bpchar[]) limit ${NAMESAKES + 1}
      ) as n
    ) as counted
    where people <= ${NAMESAKES} and muster_id <> all(${own}::bpchar[]) limit ${CANDIDATES}
  `.execute(trx);
  const ids = [...byAddress, ...byName].map(({ muster_id }) => muster_id);
  const who = await personsOf(trx, ids);
  const others = new Set(ids.map(who));
  for (const id of own) others.delete(id);
  return [...others].slice(0, CANDIDATES);
}
