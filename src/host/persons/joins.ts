import { sql } from 'kysely';
import { JOINS_SHOWN } from '../../protocol/persons/join-calls.ts';
import { HOST_RESOURCE } from '../access/grants.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import { change } from '../change/change.ts';
import { idsOf, personOf } from '../identity/persons.ts';
import { joinPersons, lockPersons, undoJoin } from '../players/joins.ts';
import { seenPerson } from '../players/seen-person.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import type { JoinKind } from '../store/tables/servers.ts';

/** What can be parted here. A link is its account's, and of an older join nobody knows any more whose a row was. */
const UNDOABLE = ['hand', 'game'] as const satisfies readonly JoinKind[];

/** `GET persons/:muster_id/joins`. */
export const personJoins: Handler<'personJoins'> = async ({ params }, { account, db }) =>
  atOneMoment(db, async (trx) => {
    const { ids } = await seenPerson(trx, account.id, params.muster_id);
    return { joins: await joinsOf(trx, ids) };
  });

type Joins = Answer<'personJoins'>['joins'];

async function joinsOf(trx: Trx, ids: readonly string[]): Promise<Joins> {
  const { rows } = await sql<{
    id: number;
    one: string;
    other: string;
    one_name: string | null;
    other_name: string | null;
    kind: Joins[number]['kind'];
    since: number | null;
    by: string | null;
    by_name: string | null;
  }>`
    select j.id::float8 as id, j.one, j.other, j.kind, j.since, j.by,
      coalesce(a.display_name, p.name) as one_name, coalesce(b.display_name, q.name) as other_name,
      w.display_name as by_name
    from person_joins j
      left join players p on p.muster_id = j.one left join players q on q.muster_id = j.other
      left join accounts a on a.id = j.one left join accounts b on b.id = j.other
      left join accounts w on w.id = j.by
    where j.undone_at is null and j.one = any(${ids}::bpchar[])
    order by j.id desc limit ${JOINS_SHOWN}
  `.execute(trx);
  return rows.map(({ id, kind, since, ...row }) => ({
    id,
    one: { muster_id: row.one, name: row.one_name ?? '' },
    other: { muster_id: row.other, name: row.other_name ?? '' },
    kind,
    since,
    by: row.by === null ? null : { muster_id: row.by, name: row.by_name ?? '' },
    undoable: UNDOABLE.some((one) => one === kind),
  }));
}

/** `POST persons/:muster_id/join`: both must be people whom the operator may know of. */
export const personJoin: Handler<'personJoin'> = async ({ params, body }, context) => {
  const { account } = context;
  const muster_id = await change(context, async (made) => {
    await lockPersons(made.trx);
    const [one, other] = [params.muster_id, body.other];
    await seenPerson(made.trx, account.id, one);
    await seenPerson(made.trx, account.id, other);
    const joined = await joinPersons(
      made.trx,
      { one, other, kind: 'hand', by: account.id },
      made.now,
    );
    if (joined === 'accounts') {
      throw new HostError('two-accounts', 'Both have an account: they are never one person.');
    }
    if (joined === 'joined') {
      made.audit({ resource: HOST_RESOURCE, action: 'player.join', detail: { one, other } });
    }
    return personOf(made.trx, one);
  });
  return { muster_id };
};

/** `POST persons/:muster_id/part`. */
export const personPart: Handler<'personPart'> = async ({ params, body }, context) => {
  const { account } = context;
  await change(context, async (made) => {
    const { trx } = made;
    await lockPersons(trx);
    await seenPerson(trx, account.id, params.muster_id);
    const ids = await idsOf(trx, params.muster_id);
    const join = await trx
      .selectFrom('person_joins')
      .select(['id', 'one', 'other'])
      .where('id', '=', body.join)
      .where('one', 'in', ids)
      .where('kind', 'in', UNDOABLE)
      .executeTakeFirst();
    if (join === undefined) throw noSuch('join');
    if (!(await undoJoin(trx, join.id, made.now, account.id))) return;
    const { one, other } = join;
    made.audit({ resource: HOST_RESOURCE, action: 'player.part', detail: { one, other } });
  });
  return { status: true };
};
