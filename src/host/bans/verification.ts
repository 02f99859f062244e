/** A ban list on its way to being verified: what it lacks, who asks, and what staff decide. */
import { sql } from 'kysely';
import {
  afterAct,
  missingFor,
  verificationOf,
  waitsUntil,
  type Decided,
  type ListFacts,
  type VerificationAct,
} from '../../domain/bans/verification.ts';
import type { AuditVerb } from '../../domain/audit/actions.ts';
import { BAN_LIMIT, type KeptVerification } from '../../protocol/bans/limits.ts';
import { HostError } from '../calls/host-error.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { change, type Change } from '../change/change.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { auditBanList, lockBanList, tellBanList } from './list.ts';

/** What is known of lists, as columns of a query over `ban_lists b` with its owner `g`. */
export const FACTS = sql<ListFacts>`
  b.is_public as public, b.bans, b.created_at,
  exists (select from ban_list_profiles p where p.banlist_id = b.id) as profile,
  (
    select count(distinct coalesce(sg.owner, s.owner))::int
    from ban_list_servers o
    join servers s on s.id = o.server_id left join groups sg on sg.id = s.owner
    where (o.banlist_id = b.id or o.banlist_id in (
      select w.banlist_id from ban_list_follows w where w.followed_id = b.id
    )) and coalesce(sg.owner, s.owner) <> coalesce(g.owner, b.owner)
  ) as communities`;

interface Known {
  readonly facts: ListFacts;
  readonly decided: Decided;
  readonly requested_at: number | null;
  readonly reason: string;
}

/** What was decided about a list, and what is known of it. */
async function knownOf(trx: Trx, id: string): Promise<Known> {
  const { rows } = await sql<ListFacts & Decided & { requested_at: number | null; reason: string }>`
    select ${FACTS}, coalesce(v.state, 'none') as state, v.requested_at, v.decided_at,
      coalesce(v.reason, '') as reason
    from ban_lists b left join groups g on g.id = b.owner
    left join ban_list_verifications v on v.banlist_id = b.id
    where b.id = ${id}
  `.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new HostError('not-found', 'There is no such ban list.');
  const { state, decided_at, requested_at, reason, ...facts } = row;
  return { facts, decided: { state, decided_at }, requested_at, reason };
}

async function standingOf(
  trx: Trx,
  id: string,
  now: number,
): Promise<Answer<'banListVerification'>> {
  const { facts, decided, requested_at, reason } = await knownOf(trx, id);
  const state = verificationOf(decided, facts, now);
  const { bans, created_at, communities } = facts;
  const missing = [...missingFor(facts, now)];
  const until = state === 'denied' ? waitsUntil(decided) : null;
  const { decided_at } = decided;
  const measured = { bans, created_at, communities, missing };
  return { state, ...measured, requested_at, decided_at, reason, waits_until: until };
}

/** `GET banlist/:id/verification`. */
export const banListVerification: Handler<'banListVerification'> = ({ params }, { db, now }) =>
  atOneMoment(db, (trx) => standingOf(trx, params.banlist_id, now));

/** `POST banlist/:id/verification/request`. Sent again, it is asked already. */
export const banListVerificationRequest: Handler<'banListVerificationRequest'> = (
  { params },
  context,
) =>
  change(context, async (made) => {
    const { banlist_id: id } = params;
    const { trx, now } = made;
    await lockBanList(trx, id);
    const { decided } = await knownOf(trx, id);
    if (decided.state !== 'in-review') {
      const next = await act(made, id, 'request');
      if (next === null) throw new HostError('not-eligible', 'It lacks something to be verified.');
    }
    return standingOf(trx, id, now);
  });

/** `POST banlist/:id/verification/cancel`. Sent again, there is nothing to take back. */
export const banListVerificationCancel: Handler<'banListVerificationCancel'> = (
  { params },
  context,
) =>
  change(context, async (made) => {
    const { banlist_id: id } = params;
    await lockBanList(made.trx, id);
    await act(made, id, 'cancel');
    return standingOf(made.trx, id, made.now);
  });

const AUDITED: Readonly<Record<VerificationAct, AuditVerb<'banlists'>>> = {
  request: 'verify-request',
  cancel: 'verify-cancel',
  approve: 'verify',
  deny: 'verify-deny',
  lapse: 'verify-end',
};

/** Does something about a locked list; answers what is kept from now on, null where it was refused. */
export async function act(
  made: Change,
  id: string,
  what: VerificationAct,
  reason: string | null = null,
): Promise<KeptVerification | null> {
  const { trx, now } = made;
  const { facts, decided } = await knownOf(trx, id);
  const state = afterAct(what, decided, facts, now);
  if (state === null) return null;
  const of = trx.updateTable('ban_list_verifications').where('banlist_id', '=', id);
  if (what === 'request') {
    const requested = { state, requested_at: now };
    await trx
      .insertInto('ban_list_verifications')
      .values({ banlist_id: id, decided_at: null, reason: '', ...requested })
      .onConflict((conflict) => conflict.column('banlist_id').doUpdateSet(requested))
      .execute();
  } else if (reason === null) {
    await of.set({ state }).execute();
  } else {
    await of.set({ state, decided_at: now, reason }).execute();
  }
  auditBanList(made, id, AUDITED[what], {});
  await tellBanList(made, id);
  return state;
}

/** The lists of a group count for another account: whom staff verified is not who keeps them. */
export async function endVerifications(made: Change, groupId: string): Promise<void> {
  const lists = await made.trx
    .selectFrom('ban_lists')
    .select('id')
    .where('owner', '=', groupId)
    .where('deleting', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id } of lists) await act(made, id, 'lapse');
}

/** `GET public-banlists`. */
export const banListsVerified: Handler<'banListsVerified'> = (_input, { db }) =>
  atOneMoment(db, async (trx) => {
    const { rows } = await sql<Answer<'banListsVerified'>['lists'][number] & { total: number }>`
      select b.id, b.identifier, a.display_name as owner_name, p.category, p.description, b.bans,
        (select count(*)::int from ban_list_follows w where w.followed_id = b.id) as followers,
        b.allow_followers, (count(*) over ())::int as total
      from ban_list_verifications v join ban_lists b on b.id = v.banlist_id
      join ban_list_profiles p on p.banlist_id = b.id
      left join groups g on g.id = b.owner join accounts a on a.id = coalesce(g.owner, b.owner)
      where v.state = 'verified' and b.is_public and b.deleting is null
      order by followers desc, b.bans desc, b.id limit ${BAN_LIMIT.verification.page}
    `.execute(trx);
    return {
      lists: rows.map(({ total: _, ...list }) => list),
      more: (rows[0]?.total ?? 0) - rows.length,
    };
  });
