import { RIGHTS_MOST, type ThingPermission, type Way } from '../../protocol/rights/calls.ts';
import {
  grantedBanLists,
  grantedBuckets,
  grantedGroups,
  grantedServers,
} from '../access/grants.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Database } from '../store/database.ts';
import { readWays, toldWay } from './read.ts';
import { readAllThingWays, readThingWays } from './things.ts';

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

type People = Answer<'serverRights'>;

/** `GET server/:id/rights`: who may do what here. */
const serverRights: Handler<'serverRights'> = async ({ params, query }, { db }) =>
  whoMay(db, await readWays(db, [params.server_id], { ...query, subject: null }));

const teamRights: Handler<'teamRights'> = async ({ params, query }, { db }) =>
  whoMay(db, await readThingWays(db, 'team', [params.group_id], { ...query, subject: null }));

const organizationRights: Handler<'organizationRights'> = async ({ params, query }, { db }) => {
  const { group_id: id } = params;
  return whoMay(db, await readThingWays(db, 'organization', [id], { ...query, subject: null }));
};

const banListRights: Handler<'banListRights'> = async ({ params, query }, { db }) =>
  whoMay(db, await readThingWays(db, 'banlist', [params.banlist_id], { ...query, subject: null }));

const bucketRights: Handler<'bucketRights'> = async ({ params, query }, { db }) =>
  whoMay(db, await readThingWays(db, 'bucket', [params.bucket_id], { ...query, subject: null }));

async function whoMay(
  db: Database,
  ways: readonly (Way & { readonly subject: string })[],
): Promise<People> {
  const bySubject = groupedBy(ways, ({ subject }) => subject);
  const people = await readPeople(db, [...bySubject.keys()]);
  const told = people.map((person) => ({
    ...person,
    ways: waysOf(bySubject.get(person.muster_id)),
  }));
  return { people: told.slice(0, RIGHTS_MOST), more: Math.max(0, told.length - RIGHTS_MOST) };
}

/**
 * `GET rights/:id`: where somebody may do what. Nobody learns of servers whose personnel they do not manage, and of what else
 * there is no more than its own page tells them.
 */
const personRights: Handler<'personRights'> = async ({ params, query }, { account, db }) => {
  const { muster_id: subject } = params;
  const own = subject === account.id;
  const managed = (
    mine: ReadonlyMap<string, readonly string[]>,
    ...needed: readonly ThingPermission[]
  ) =>
    [...mine].flatMap(([id, held]) =>
      own || needed.some((permission) => held.includes(permission)) ? [id] : [],
    );
  const servers = managed(await grantedServers(db, account.id), 'server.personnel');
  const groups = await grantedGroups(db, account.id);
  const sought = { ...query, subject };
  const ways = await readWays(db, servers, sought);
  const things = await readAllThingWays(
    db,
    {
      team: managed(groups, 'team.members.list'),
      organization: managed(groups, 'organization.personnel.list'),
      banlist: managed(await grantedBanLists(db, account.id), 'banlist.modify'),
      bucket: managed(await grantedBuckets(db, account.id), 'bucket.modify'),
    },
    sought,
  );
  const [person] = await readPeople(db, [subject]);
  if (person === undefined || (ways.length + things.length === 0 && !own)) {
    throw new HostError(
      'not-found',
      'There is nobody with this id on a server whose people you manage.',
    );
  }
  const byServer = [...groupedBy(ways, ({ server_id }) => server_id)];
  const byThing = [...groupedBy(things, ({ kind, id }) => `${kind} ${id}`).values()];
  return {
    person,
    servers: byServer
      .slice(0, RIGHTS_MOST)
      .map(([server_id, found]) => ({ server_id, ways: waysOf(found) })),
    things: byThing.slice(0, RIGHTS_MOST).flatMap((found) => {
      const [first] = found;
      if (first === undefined) return [];
      const { kind, id, identifier } = first;
      return [{ kind, id, identifier, ways: waysOf(found) }];
    }),
    more: Math.max(0, byServer.length - RIGHTS_MOST) + Math.max(0, byThing.length - RIGHTS_MOST),
  };
};

function groupedBy<W extends Way>(ways: readonly W[], keyOf: (way: W) => string) {
  const groups = new Map<string, W[]>();
  for (const way of ways) groups.set(keyOf(way), [...(groups.get(keyOf(way)) ?? []), way]);
  return groups;
}

function waysOf(found: readonly Way[] = []) {
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

export const rightsCalls = {
  serverOwner,
  serverRights,
  teamRights,
  organizationRights,
  banListRights,
  bucketRights,
  personRights,
};
