import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { banConnection, banListRow, LIST_ID } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';
import { BanListsPage } from './lists-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

type Standing = CallAnswer<'banListVerification'>;
const JAN = Date.UTC(2026, 0, 1, 12);
const standing = (change: Partial<Standing> = {}): Standing => ({
  state: 'unlisted',
  bans: 312,
  created_at: JAN,
  communities: 0,
  missing: ['public', 'profile', 'bans', 'age', 'reach'],
  requested_at: null,
  decided_at: null,
  reason: '',
  waits_until: null,
  ...change,
});
const REQUESTABLE = standing({ state: 'requestable', bans: 900, communities: 2, missing: [] });
const IN_REVIEW = standing({ ...REQUESTABLE, state: 'in-review', requested_at: JAN });
const params = { banlist_id: LIST_ID };

/** Each is answered once, the last again and again. */
function open(answers: readonly Standing[], list = banListRow()) {
  const left = [...answers];
  const connection = banConnection(list).answer('banListVerification', () => ({
    ok: true,
    value: (left.length > 1 ? left.shift() : left[0]) ?? standing(),
  }));
  const address = `/ban-manager/${LIST_ID}?tab=verification`;
  leave = draw(<BanListPage listId={LIST_ID} />, connection, address);
  return connection;
}
const panel = page.getByRole('region', { name: 'Verification' });
const told = () => panel.element().textContent;
const ask = page.getByRole('button', { name: 'Ask for verification' });

it('says of each requirement how far the list is, and leads to what can be done', async () => {
  open([standing()]);
  await expect.poll(told).toMatch(/Something is missing yet/);
  expect(told()).toMatch(
    /is publicmissingSettings.*profilemissingProfile.*500 bans in forcemissing.*312 of 500.*3 months oldmissingfrom .*2026.*own communitymissingNo server/,
  );
  await expect
    .element(page.getByRole('progressbar', { name: /500 bans/ }))
    .toHaveAttribute('value', '312');
  await expect
    .element(panel.getByRole('link', { name: 'Settings' }))
    .toHaveAttribute('href', `/ban-manager/${LIST_ID}?tab=settings`);
  await expect.element(ask).not.toBeInTheDocument();
});

it('is asked for once the code of conduct is accepted, and can be taken back', async () => {
  const connection = open([REQUESTABLE, IN_REVIEW, REQUESTABLE])
    .answer('banListVerificationRequest', () => ({ ok: true, value: IN_REVIEW }))
    .answer('banListVerificationCancel', () => ({ ok: true, value: REQUESTABLE }));
  await ask.click();
  const accept = page.getByRole('checkbox');
  await expect.element(accept).toHaveAccessibleDescription(/Without this/);
  expect(connection.inputs('banListVerificationRequest')).toEqual([]);
  await accept.click();
  await ask.click();
  await expect.poll(told).toMatch(/Staff look at it\. You asked on .*2026/);
  expect(connection.inputs('banListVerificationRequest')).toEqual([
    { params, body: { code_of_conduct: true } },
  ]);
  await page.getByRole('button', { name: 'Take the request back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take the request back' }).click();
  await expect.element(ask).toBeVisible();
  expect(connection.inputs('banListVerificationCancel')).toEqual([{ params, body: {} }]);
});

it('says what it lacks by now where it is refused', async () => {
  open([REQUESTABLE, standing({ ...REQUESTABLE, state: 'unlisted', missing: ['bans'] })]).answer(
    'banListVerificationRequest',
    () => refusal('not-eligible'),
  );
  await page.getByRole('checkbox').click();
  await ask.click();
  await expect.poll(told).toMatch(/500 bans in forcemissing/);
  await expect.element(ask).not.toBeInTheDocument();
});

it('says why staff denied it, and until when it waits', async () => {
  const denied = standing({
    ...REQUESTABLE,
    state: 'denied',
    decided_at: JAN,
    reason: 'No evidence at all.',
    waits_until: JAN + 30 * 86_400_000,
  });
  open([denied], banListRow({ verification: 'denied' }));
  await expect.poll(told).toMatch(/Denied on .*1.*2026.*again after .*31.*No evidence at all\./);
  await expect.element(ask).not.toBeInTheDocument();
});

it('says that it is verified, on all its pages, and that hiding it ends that', async () => {
  const list = banListRow({ verification: 'verified', public: true });
  open(
    [standing({ ...REQUESTABLE, state: 'verified', decided_at: JAN, reason: 'Well kept.' })],
    list,
  );
  await expect.poll(told).toMatch(/Verified since .*2026.*Well kept\./);
  await expect.element(page.getByText('verified', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Public' }).click();
  await expect.element(page.getByText(/verification ends once it is not public/)).toBeVisible();
});

it('is read without a button by who may not change the list', async () => {
  open([REQUESTABLE], banListRow({ permissions: ['banlist.view'] }));
  await expect.element(page.getByText(/Change the ban lists/)).toBeVisible();
  await expect.element(ask).not.toBeInTheDocument();
});

it('shows the verified lists to whoever looks for one', async () => {
  const lists = [
    {
      id: LIST_ID,
      identifier: 'Theirs',
      owner_name: 'Eve',
      category: 'no-rules' as const,
      description: 'Cheaters of five servers.',
      bans: 12_345,
      followers: 7,
      allow_followers: true,
    },
  ];
  const connection = banConnection()
    .tell('banLists', [])
    .answer('banListsVerified', () => ({ ok: true, value: { lists, more: 0 } }));
  leave = draw(<BanListsPage />, connection, '/ban-manager');
  const found = page.getByRole('region', { name: 'Verified lists' });
  await expect
    .poll(() => found.element().textContent)
    .toMatch(/Theirscan be followedEveNo rulesCheaters.*12,3457/);
  await expect
    .element(found.getByRole('link', { name: 'Theirs' }))
    .toHaveAttribute('href', `/ban-manager/${LIST_ID}`);
});
