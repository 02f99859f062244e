/** What people say against bans, and what they are answered. */
import { z } from 'zod';
import { read, write } from '../call.ts';
import { freeText, hexId, moment, personName } from '../fields.ts';
import { banListIdentifier, reportAnswer, reportReason } from './fields.ts';
import { BAN_LIMIT, REPORT_STATE } from './limits.ts';

const REPORTS = '/app/v1/banlist/:banlist_id/reports' as const;

const report = {
  id: hexId,
  ban_id: hexId,
  /** Whom the ban is about, and why they are banned. */
  ban_name: personName,
  ban_reason: freeText,
  reason: freeText,
  created_at: moment,
  state: z.enum(REPORT_STATE),
  /** Empty: there is none yet. */
  answer: freeText,
  settled_at: moment.nullable(),
};

export const banReport = write({
  name: 'ban-report',
  path: '/app/v1/banlist/:banlist_id/bans/:ban_id/report',
  summary:
    'Say what is wrong with a ban, for whoever may read it: one in force of a public list, or with `banlist.list` any. The caller chooses its id, so that the same request does not report it twice.',
  body: {
    report_id: hexId,
    reason: reportReason,
    /** That those who keep the list read it, and staff of the installation, with who wrote it. */
    consent: z.literal(true),
  },
  answer: z.object({ status: z.literal(true) }),
  errors: ['not-found', 'already-reported', 'limit-reached'],
  access: 'signed-in',
  limit: { max: 10, seconds: 3_600, by: 'account' },
});

export const banReports = read({
  name: 'ban-reports',
  path: REPORTS,
  summary:
    'What people said against the bans of a list: those that wait first, the oldest of them first.',
  answer: z.object({
    reports: z
      .array(z.object({ ...report, reporter_id: hexId, reporter_name: personName }))
      .max(BAN_LIMIT.report.page),
    /** How many it leaves out. */
    more: z.int().min(0),
  }),
  access: 'banlist.list',
});

export const banReportSettle = write({
  name: 'ban-report-settle',
  path: `${REPORTS}/:report_id`,
  summary:
    'Answer a report, and settle it. It changes nothing of the ban. Whoever reported it reads the answer.',
  body: { state: z.enum(REPORT_STATE).exclude(['open']), answer: reportAnswer },
  answer: z.object({ status: z.literal(true) }),
  errors: ['report-settled'],
  access: 'banlist.modify',
});

export const ownBanReports = read({
  name: 'own-ban-reports',
  path: '/app/v1/@me/ban-reports',
  summary: 'What the account said against bans, and what it was answered, the newest first.',
  answer: z.object({
    reports: z
      .array(z.object({ ...report, banlist_id: hexId, banlist: banListIdentifier }))
      .max(BAN_LIMIT.report.page),
  }),
  access: 'signed-in',
});

const REVIEWS = '/app/v1/ban-report-reviews' as const;

export const banReportReviews = read({
  name: 'ban-report-reviews',
  path: REVIEWS,
  summary:
    'For staff: what people said against bans of any list and waits for an answer, the oldest first.',
  answer: z.object({
    reports: z
      .array(
        z.object({
          ...report,
          reporter_id: hexId,
          reporter_name: personName,
          banlist_id: hexId,
          banlist: banListIdentifier,
          /** They wrote it themselves: another of staff answers it. */
          own: z.boolean(),
        }),
      )
      .max(BAN_LIMIT.report.page),
    more: z.int().min(0),
  }),
  errors: ['permission-denied'],
  access: 'signed-in',
});

export const banReportReview = write({
  name: 'ban-report-review',
  path: `${REVIEWS}/:report_id`,
  summary:
    'For staff: answer a report of any list, and settle it. It changes nothing of the ban. The protocol of the list says that staff did it; nobody answers what they reported.',
  body: { state: z.enum(REPORT_STATE).exclude(['open']), answer: reportAnswer },
  answer: z.object({ status: z.literal(true) }),
  errors: ['not-found', 'permission-denied', 'being-deleted', 'report-settled'],
  access: 'signed-in',
});
