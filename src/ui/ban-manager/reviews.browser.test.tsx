import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { refusal, type FakeConnection } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { banConnection, id, publicListAnswer } from '../bans/known/doubles.ts';
import { ReviewsPage } from './reviews-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

type Review = CallAnswer<'banListReviews'>['lists'][number];
const review = (change: Partial<Review> = {}): Review => ({
  id: id('1'),
  identifier: 'Theirs',
  owner_id: id('2'),
  owner_name: 'Eve',
  group: null,
  state: 'in-review',
  bans: 612,
  created_at: 0,
  communities: 3,
  missing: [],
  followers: 4,
  with_evidence: 250,
  reports: { open: 1, accepted: 2, rejected: 5 },
  profile: null,
  requested_at: 0,
  decided_at: null,
  reason: '',
  own: false,
  ...change,
});
const done = { ok: true, value: { status: true } } as const;

type Report = CallAnswer<'banReportReviews'>['reports'][number];

function open(
  lists: readonly Review[],
  search = '',
  later = lists,
  reports: (readonly Report[])[] = [],
): FakeConnection {
  const answers = [lists, later];
  const connection = banConnection()
    .answer('banListReviews', () => ({
      ok: true,
      value: { lists: [...((answers.length > 1 ? answers.shift() : answers[0]) ?? [])], more: 0 },
    }))
    .answer('banListPublic', () => ({ ok: true, value: publicListAnswer() }))
    .answer('banListReview', () => done)
    .answer('banReportReviews', () => ({
      ok: true,
      value: { reports: [...(reports.shift() ?? [])], more: 0 },
    }))
    .answer('banReportReview', () => done);
  leave = draw(<ReviewsPage />, connection, `/host/reviews${search}`);
  return connection;
}
const decided = (connection: FakeConnection) => connection.inputs('banListReview');

it('says what waits and what is verified, and that nothing is', async () => {
  open([]);
  await expect.element(page.getByText('No list waits.')).toBeVisible();
  await expect.element(page.getByText('No list is verified.')).toBeVisible();
  leave?.();
  open([review(), review({ id: id('3'), identifier: 'Good', state: 'verified' })]);
  const waiting = page.getByRole('region', { name: 'Waiting' });
  await expect
    .poll(() => waiting.element().textContent)
    .toMatch(/Theirs.*Eve.*612 in force, 250 with evidence.*3 other owners; 4 follow it/);
  const verified = page.getByRole('region', { name: 'Verified' });
  expect(verified.element().textContent).toMatch(/Good/);
});

it('shows a list with its bans, and verifies it with a reason', async () => {
  const connection = open([review()], '', [review({ state: 'verified' })]);
  await page.getByRole('button', { name: /Look at .*Theirs/ }).click();
  await expect.element(page.getByText(/1 wait, 2 agreed, 5 not/)).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Theirs' })).toBeVisible();
  expect(location.search).toBe(`?list=${id('1')}`);
  await page.getByRole('button', { name: 'Verify' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect.element(dialog.getByLabelText('Reason')).toHaveAccessibleDescription(/required/);
  expect(decided(connection)).toEqual([]);
  await dialog.getByLabelText('Reason').fill('Well kept.');
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await expect.element(page.getByRole('button', { name: 'End the verification' })).toBeVisible();
  expect(decided(connection)).toEqual([
    { params: { banlist_id: id('1') }, body: { verdict: 'verified', reason: 'Well kept.' } },
  ]);
});

it('denies with a reason, and says for how long', async () => {
  const connection = open([review()], `?list=${id('1')}`, []);
  await page.getByRole('button', { name: 'Deny' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/again after 30 days/)).toBeVisible();
  await dialog.getByLabelText('Reason').fill('No evidence at all.');
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect.element(page.getByText(/does not wait any more/).first()).toBeVisible();
  expect(decided(connection)).toMatchObject([{ body: { verdict: 'denied' } }]);
});

it('verifies nothing that lacks something by now, and says what was said before', async () => {
  open(
    [review({ missing: ['bans'], decided_at: Date.UTC(2026, 0, 1, 12), reason: 'Too few.' })],
    `?list=${id('1')}`,
  );
  await expect.element(page.getByText(/Missing now: At least 500 bans/)).toBeVisible();
  await expect.element(page.getByText(/Denied on .*2026.*Too few\./)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Verify' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Deny' })).toBeVisible();
});

it('leaves a list of one’s own to others, and says that it is for staff', async () => {
  open([review({ own: true })], `?list=${id('1')}`);
  await expect.element(page.getByText(/Somebody else of staff decides/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Deny' })).not.toBeInTheDocument();
  leave?.();
  const connection = banConnection().answer('banListReviews', () => refusal('permission-denied'));
  leave = draw(<ReviewsPage />, connection, '/host/reviews');
  await expect.element(page.getByText('This page is for staff.')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

it('says that somebody else decided meanwhile', async () => {
  open([review()], `?list=${id('1')}`, [review()]).answer('banListReview', () =>
    refusal('review-settled'),
  );
  await page.getByRole('button', { name: 'Deny' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Reason').fill('No evidence.');
  await dialog.getByRole('button', { name: 'Deny' }).click();
  await expect.element(dialog.getByText(/somebody else decided/)).toBeVisible();
});

it('shows staff what waits on all lists, and sends their answer', async () => {
  const report = {
    id: id('4'),
    ban_id: id('5'),
    ban_name: 'Bob',
    ban_reason: 'Griefing',
    reason: 'That was my brother.',
    created_at: 0,
    state: 'open',
    answer: '',
    settled_at: null,
    reporter_id: id('6'),
    reporter_name: 'Ben',
    banlist_id: id('7'),
    banlist: 'Watch',
    own: false,
  } as const;
  const own = { ...report, id: id('8'), ban_name: 'Cyd', own: true };
  const connection = open([], '', [], [[report], [report, own], []]);
  await expect.element(page.getByText('That was my brother.')).toBeVisible();
  await page.getByRole('button', { name: 'Look again' }).click();
  const waiting = page.getByRole('region', { name: 'Reports that wait' });
  await expect.element(waiting.getByText('That was my brother.').first()).toBeVisible();
  await expect.element(waiting.getByText(/You wrote this/)).toBeVisible();
  await waiting.getByRole('button', { name: /Answer the report of the ban of Bob/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Outcome').selectOptions('The ban stays');
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('The video is clear.');
  await dialog.getByRole('button', { name: 'Send the answer' }).click();
  await expect
    .poll(() => connection.inputs('banReportReview'))
    .toEqual([
      {
        params: { report_id: id('4') },
        body: { state: 'rejected', answer: 'The video is clear.' },
      },
    ]);
  await expect.element(page.getByText('No report waits.')).toBeVisible();
});
