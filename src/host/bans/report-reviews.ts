/** Reports of bans as staff read them: of all lists, since whoever keeps one may leave them unanswered. */
import { sql } from 'kysely';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { change } from '../change/change.ts';
import { atOneMoment } from '../store/database.ts';
import { settleReport } from './reports.ts';
import { refuseOthers } from './reviews.ts';

type Report = Answer<'banReportReviews'>['reports'][number];

/** `GET ban-report-reviews`. */
export const banReportReviews: Handler<'banReportReviews'> = (_input, { db, account }) =>
  atOneMoment(db, async (trx) => {
    await refuseOthers(trx, account.id);
    const { rows } = await sql<Report & { total: number }>`
      select r.id, r.ban_id, b.data->>'name' as ban_name, b.data->>'reason' as ban_reason, r.reason,
        r.created_at, r.state, r.answer, r.settled_at, r.reporter_id,
        a.display_name as reporter_name, r.banlist_id, l.identifier as banlist,
        r.reporter_id = ${account.id} as own, (count(*) over ())::int as total
      from ban_reports r join paged_bans b on b.id = r.ban_id
      join ban_lists l on l.id = r.banlist_id join accounts a on a.id = r.reporter_id
      where r.state = 'open' and l.deleting is null
      order by r.created_at, r.id
      limit ${BAN_LIMIT.report.page}
    `.execute(trx);
    return {
      reports: rows.map(({ total: _, ...report }) => report),
      more: (rows[0]?.total ?? 0) - rows.length,
    };
  });

/** `POST ban-report-reviews/:report`. */
export const banReportReview: Handler<'banReportReview'> = async ({ params, body }, context) => {
  const { report_id: id } = params;
  const { account } = context;
  await change(context, async (made) => {
    await refuseOthers(made.trx, account.id);
    const report = await made.trx
      .selectFrom('ban_reports')
      .select(['banlist_id', 'reporter_id'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (report === undefined) throw noSuch('report');
    if (report.reporter_id === account.id) {
      throw new HostError('permission-denied', 'Another of staff answers what you reported.');
    }
    await settleReport(made, report.banlist_id, id, body, 'staff');
  });
  return { status: true };
};
