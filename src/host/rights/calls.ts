import { RIGHTS_MOST } from '../../protocol/rights/calls.ts';
import { grantedServers } from '../access/grants.ts';
import type { Handler } from '../calls/handler.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Database } from '../store/database.ts';
import { readWays, toldWay, type FoundWay } from './read.ts';

/** `GET server/:id/owner`: whom to ask for a right. */
const serverOwner: Handler<'serverOwner'> = async ({ params }, { db }) => {
  const owner = await db
    .selectFrom('servers as s')
    .leftJoin('groups as g', 'g.id', 's.owner')
    .innerJoin('accounts as a', (join) =>
      join.on(({ eb, fn }) => eb('a.id', '=', fn.coalesce('g.owner', 's.owner'))),
    )
    .select(['a.id as muster_id', 'a.display_name'])
    .where('s.id', '=', params.server_id)
    .executeTakeFirst();
  if (owner === undefined) throw noSuch('server');
  return owner;
};

/** `GET server/:id/rights`: who may do what here. */
const serverRights: Handler<'serverRights'> = async ({ params, query }, { db }) => {
  const bySubject = groupedBy(
    'subject',
    await readWays(db, [params.server_id], { ...query, subject: null }),
  );
  const people = await readPeople(db, [...bySubject.keys()]);
  const told = people.map((person) => ({
    ...person,
    ways: waysOf(bySubject.get(person.muster_id)),
  }));
  return { people: told.slice(0, RIGHTS_MOST), more: Math.max(0, told.length - RIGHTS_MOST) };
};

/** `GET rights/:id`: where somebody may do what. Nobody learns of servers whose personnel they do not manage. */
const personRights: Handler<'personRights'> = async ({ params, query }, { account, db }) => {
  const { muster_id: subject } = params;
  const mine = await grantedServers(db, account.id);
  const managed = [...mine].flatMap(([id, held]) =>
    subject === account.id || held.includes('server.personnel') ? [id] : [],
  );
  const ways = await readWays(db, managed, { ...query, subject });
  const [person] = await readPeople(db, [subject]);
  if (person === undefined || (ways.length === 0 && subject !== account.id)) {
    throw new HostError(
      'not-found',
      'There is nobody with this id on a server whose people you manage.',
    );
  }
  const byServer = [...groupedBy('server_id', ways)];
  return {
    person,
    servers: byServer
      .slice(0, RIGHTS_MOST)
      .map(([server_id, found]) => ({ server_id, ways: waysOf(found) })),
    more: Math.max(0, byServer.length - RIGHTS_MOST),
  };
};

function groupedBy(field: 'subject' | 'server_id', ways: readonly FoundWay[]) {
  const groups = new Map<string, FoundWay[]>();
  for (const way of ways) groups.set(way[field], [...(groups.get(way[field]) ?? []), way]);
  return groups;
}

function waysOf(found: readonly FoundWay[] = []) {
  return found.map((one) => {
    const { permissions, ...way } = toldWay(one);
    return { ...way, permissions: [...permissions] };
  });
}

/** By name, as people read lists. */
async function readPeople(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('accounts')
    .select(['id as muster_id', 'username', 'display_name', 'seen_at'])
    .where('id', 'in', ids)
    .orderBy('username_key')
    .execute();
}

export const rightsCalls = { serverOwner, serverRights, personRights };
