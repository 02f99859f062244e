/** What staff know of the ban lists that are to be verified, and what they decide. */
import { sql } from 'kysely';
import { missingFor, type ListFacts } from '../../domain/bans/verification.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { banListResource } from '../access/grants.ts';
import { HostError } from '../calls/host-error.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { change } from '../change/change.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { lockBanList } from './list.ts';
import { profileOf } from './profile.ts';
import { act, FACTS } from './verification.ts';

type Review = Answer<'banListReviews'>['lists'][number];

/** Refuses whoever is not of staff. */
export async function refuseOthers(trx: Trx, accountId: string): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .select('titles')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (account?.titles.includes('staff') !== true)
    throw new HostError('permission-denied', 'This is for staff.');
}

/** Whether an account keeps the list `b` by something else than support. */
function keeps(accountId: string) {
  return sql<boolean>`exists (
    select from rights r where r.subject = ${accountId} and r.via <> 'support'
      and r.resource = ${banListResource('')} || b.id
  )`;
}

/** `GET banlist-reviews`. */
export const banListReviews: Handler<'banListReviews'> = (_input, { db, account, now }) =>
  atOneMoment(db, async (trx) => {
    await refuseOthers(trx, account.id);
    const { rows } = await sql<
      Omit<Review, 'profile' | 'reports' | 'missing'> &
        ListFacts &
        Review['reports'] & { total: number }
    >`
      select b.id, b.identifier, a.id as owner_id, a.display_name as owner_name,
        g.identifier as group, v.state, ${FACTS},
        (select count(*)::int from ban_list_follows w where w.followed_id = b.id) as followers,
        (select count(distinct ban_id)::int from ban_evidence e where e.banlist_id = b.id)
          as with_evidence,
        c.open, c.accepted, c.rejected,
        v.requested_at, v.decided_at, v.reason, ${keeps(account.id)} as own,
        (count(*) over ())::int as total
      from ban_list_verifications v join ban_lists b on b.id = v.banlist_id
      left join groups g on g.id = b.owner join accounts a on a.id = coalesce(g.owner, b.owner)
      cross join lateral (
        select count(*) filter (where r.state = 'open')::int as open,
          count(*) filter (where r.state = 'accepted')::int as accepted,
          count(*) filter (where r.state = 'rejected')::int as rejected
        from ban_reports r where r.banlist_id = b.id
      ) c
      where v.state in ('in-review', 'verified') and b.deleting is null
      order by v.state, v.requested_at, b.id limit ${BAN_LIMIT.verification.page}
    `.execute(trx);
    const lists: Review[] = [];
    for (const { total: _, open, accepted, rejected, profile: has, ...row } of rows) {
      const missing = [...missingFor({ ...row, profile: has }, now)];
      const profile = await profileOf(trx, row.id);
      const { public: _public, ...told } = row;
      lists.push({ ...told, missing, profile, reports: { open, accepted, rejected } });
    }
    return { lists, more: (rows[0]?.total ?? 0) - rows.length };
  });

/** `GET ban-reviews-waiting`. */
export const banReviewsWaiting: Handler<'banReviewsWaiting'> = (_input, { db, account }) =>
  atOneMoment(db, async (trx) => {
    await refuseOthers(trx, account.id);
    const { rows } = await sql<{ lists: number; reports: number }>`
      select (
        select count(*)::int from ban_list_verifications v join ban_lists b on b.id = v.banlist_id
        where v.state = 'in-review' and b.deleting is null and not ${keeps(account.id)}
      ) as lists, (
        select count(*)::int from ban_reports r join ban_lists b on b.id = r.banlist_id
        where r.state = 'open' and b.deleting is null and r.reporter_id <> ${account.id}
      ) as reports
    `.execute(trx);
    return rows[0] ?? { lists: 0, reports: 0 };
  });

/** `POST banlist-reviews/:id`. Sent again, it is settled already. */
export const banListReview: Handler<'banListReview'> = async ({ params, body }, context) => {
  const { banlist_id: id } = params;
  const { verdict, reason } = body;
  const { account } = context;
  await change(context, async (made) => {
    const { trx } = made;
    await refuseOthers(trx, account.id);
    await lockBanList(trx, id);
    const { rows } = await sql<{ state: string; reason: string; own: boolean }>`
      select v.state, v.reason, ${keeps(account.id)} as own
      from ban_list_verifications v join ban_lists b on b.id = v.banlist_id
      where b.id = ${id}
    `.execute(trx);
    const [known] = rows;
    if (known === undefined)
      throw new HostError('not-found', 'Nobody asked about such a ban list.');
    if (known.own) throw new HostError('permission-denied', 'Another of staff decides about it.');
    // Sent again where an answer got lost.
    if (known.state === verdict && known.reason === reason) return;
    const next = await act(made, id, verdict === 'verified' ? 'approve' : 'deny', reason);
    if (next !== null) return;
    throw known.state === 'in-review'
      ? new HostError('not-eligible', 'It no longer has all that it takes.')
      : new HostError('review-settled', 'It does not wait any more.');
  });
  return { status: true };
};
