/** What people say against bans: those who keep the list read it, answer it and settle it. */
import { sql } from 'kysely';
import { inForce } from '../../domain/bans/applies.ts';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { HostError, noSuch } from '../calls/host-error.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { change, type Change } from '../change/change.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { auditBan } from './ban.ts';
import { heldOn, lockBanList, tellBanList } from './list.ts';
import { readBan } from './store.ts';

type Report = Answer<'banReports'>['reports'][number];

/** `POST banlist/:id/bans/:ban/report`. Sent again, it is there already. */
export const banReport: Handler<'banReport'> = async ({ params, body }, context) => {
  const { banlist_id, ban_id } = params;
  const { report_id: id, reason } = body;
  const { account } = context;
  await change(context, async (made) => {
    const { trx, now } = made;
    const list = await lockBanList(trx, banlist_id);
    const ban = await readBan(trx, banlist_id, ban_id);
    const held = await heldOn(trx, banlist_id, account.id);
    const isPublic = list.is_public && ban !== null && inForce(ban, now);
    if (ban === null || (!isPublic && !held.includes('banlist.list'))) throw noSuch('ban');
    const known = await trx
      .selectFrom('ban_reports')
      .select(['id', 'ban_id', 'reporter_id'])
      .where((eb) =>
        eb.or([
          eb('id', '=', id),
          eb.and({ ban_id, reporter_id: account.id, state: 'open' as const }),
        ]),
      )
      .execute();
    const isSent = known.some((one) => one.id === id && one.reporter_id === account.id);
    if (isSent) return;
    if (known.length > 0) throw new HostError('already-reported', 'It is reported already.');
    await refuseFull(trx, banlist_id);
    const row = { id, banlist_id, ban_id, reporter_id: account.id, reason, created_at: now };
    await trx
      .insertInto('ban_reports')
      .values({ ...row, state: 'open', answer: '', settled_at: null })
      .execute();
    auditBan(made, ban, 'report', { report: id });
    await tellBanList(made, banlist_id);
  });
  return { status: true };
};

async function refuseFull(trx: Trx, listId: string): Promise<void> {
  const { open } = await trx
    .selectFrom('ban_reports')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('banlist_id', '=', listId)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  if (open < BAN_LIMIT.report.open) return;
  throw new HostError('limit-reached', 'Too many reports of this list wait for an answer.');
}

/** `GET banlist/:id/reports`. */
export const banReports: Handler<'banReports'> = ({ params }, { db }) =>
  atOneMoment(db, async (trx) => {
    const { rows } = await sql<Report & { total: number }>`
      select r.id, r.ban_id, b.data->>'name' as ban_name, b.data->>'reason' as ban_reason, r.reason,
        r.created_at, r.state, r.answer, r.settled_at, r.reporter_id,
        a.display_name as reporter_name, (count(*) over ())::int as total
      from ban_reports r join paged_bans b on b.id = r.ban_id join accounts a on a.id = r.reporter_id
      where r.banlist_id = ${params.banlist_id}
      order by r.settled_at desc nulls first, r.created_at, r.id
      limit ${BAN_LIMIT.report.page}
    `.execute(trx);
    return {
      reports: rows.map(({ total: _, ...report }) => report),
      more: (rows[0]?.total ?? 0) - rows.length,
    };
  });

/** `POST banlist/:id/reports/:report`. */
export const banReportSettle: Handler<'banReportSettle'> = async ({ params, body }, context) => {
  const { banlist_id, report_id } = params;
  await change(context, (made) => settleReport(made, banlist_id, report_id, body, 'keeper'));
  return { status: true };
};

/** Answers a report once; `as`: who does it, for the protocol of the list. */
export async function settleReport(
  made: Change,
  banlist_id: string,
  report_id: string,
  { state, answer }: Pick<Report, 'answer'> & { readonly state: Exclude<Report['state'], 'open'> },
  as: 'keeper' | 'staff',
): Promise<void> {
  const { trx, now } = made;
  await lockBanList(trx, banlist_id);
  const report = await trx
    .selectFrom('ban_reports')
    .selectAll()
    .where('id', '=', report_id)
    .where('banlist_id', '=', banlist_id)
    .executeTakeFirst();
  const ban = report === undefined ? null : await readBan(trx, banlist_id, report.ban_id);
  if (report === undefined || ban === null) throw noSuch('report');
  if (report.state !== 'open') {
    // Sent again where an answer got lost.
    if (report.state === state && report.answer === answer) return;
    throw new HostError('report-settled', 'It is settled already.');
  }
  await trx
    .updateTable('ban_reports')
    .set({ state, answer, settled_at: now })
    .where('id', '=', report_id)
    .execute();
  auditBan(made, ban, as === 'staff' ? 'staff-settle' : 'settle', { report: report_id, state });
  await tellBanList(made, banlist_id);
}

/** `GET @me/ban-reports`. */
export const ownBanReports: Handler<'ownBanReports'> = (_input, { db, account }) =>
  atOneMoment(db, async (trx) => {
    const { rows } = await sql<Answer<'ownBanReports'>['reports'][number]>`
      select r.id, r.ban_id, b.data->>'name' as ban_name, b.data->>'reason' as ban_reason, r.reason,
        r.created_at, r.state, r.answer, r.settled_at, r.banlist_id, l.identifier as banlist
      from ban_reports r join paged_bans b on b.id = r.ban_id join ban_lists l on l.id = r.banlist_id
      where r.reporter_id = ${account.id}
      order by r.created_at desc, r.id limit ${BAN_LIMIT.report.page}
    `.execute(trx);
    return { reports: [...rows] };
  });
