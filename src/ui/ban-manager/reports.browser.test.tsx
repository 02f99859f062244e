import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { loadStyles } from '../../../tests/support/barriers.ts';
import { draw } from '../app/doubles.tsx';
import { refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { banConnection, banListRow, id, LIST_ID, publicListAnswer } from '../bans/known/doubles.ts';
import { BanListPage } from './list-page.tsx';
import { BanListsPage } from './lists-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  sessionStorage.clear();
});

const DONE = { ok: true, value: { status: true } } as const;
const REASON = 'That was my brother, not me.';
const report = {
  id: id('1'),
  ban_id: id('2'),
  ban_name: 'Bert',
  ban_reason: 'Duping',
  reason: REASON,
  created_at: 0,
  state: 'open' as const,
  answer: '',
  settled_at: null,
};
const publicBan = {
  id: id('2'),
  kind: 'person' as const,
  name: 'Bert',
  steam_id: null,
  guid: null,
  bohemia_id: null,
  reason: 'Duping',
  created_at: 0,
  until: null,
  evidence: [],
};

function ofPublic() {
  const value = publicListAnswer({ bans: [publicBan] });
  const connection = banConnection()
    .tell('banLists', [banListRow({ id: id('9') })])
    .answer('banListPublic', () => ({ ok: true, value }));
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}`);
  return connection;
}

it('takes a report of a ban of a public list, in English, without links and with consent', async () => {
  const connection = ofPublic().answer('banReport', () => DONE);
  await page.getByRole('button', { name: /Report the ban of/ }).click();
  const reason = page.getByLabelText('What is wrong with it');
  const send = page.getByRole('button', { name: 'Send the report' });
  await reason.fill('Это был мой брат, не я.');
  await send.click();
  await expect.element(reason).toHaveAccessibleDescription(/Write it in English/);
  await reason.fill('See https://files.example.org/proof.zip for it.');
  await send.click();
  await expect.element(reason).toHaveAccessibleDescription(/Without links/);
  await reason.fill(REASON);
  await send.click();
  const consent = page.getByRole('checkbox');
  await expect.element(consent).toHaveAccessibleDescription('Without this it cannot be sent.');
  expect(connection.inputs('banReport')).toEqual([]);
  await consent.click();
  await send.click();
  await expect.element(page.getByText(/It is sent/).last()).toBeVisible();
  expect(connection.inputs('banReport')).toMatchObject([
    {
      params: { banlist_id: LIST_ID, ban_id: id('2') },
      body: { reason: REASON, consent: true },
    },
  ]);
});

it('says that a ban is reported already', async () => {
  ofPublic().answer('banReport', () => refusal('already-reported'));
  await page.getByRole('button', { name: /Report the ban of/ }).click();
  await page.getByLabelText('What is wrong with it').fill(REASON);
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect.element(page.getByText(/You have reported this ban already/).first()).toBeVisible();
});

it('shows those who keep the list what was said, and takes their answer', async () => {
  const list = banListRow({ reports: 1 });
  const reporter = { reporter_id: id('c'), reporter_name: 'Cyd' };
  const connection = banConnection(list)
    .tell('banLists', [list])
    .answer('banReports', () => ({
      ok: true,
      value: { reports: [{ ...report, ...reporter }], more: 0 },
    }))
    .answer('banReportSettle', () => DONE);
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}?tab=reports`);
  await expect.element(page.getByRole('link', { name: 'Reports (1)' })).toBeVisible();
  const row = page.getByRole('row').nth(1);
  await expect.poll(() => row.element().textContent).toMatch(/Bert.*Duping.*brother.*Cyd.*waits/);
  await page.getByRole('button', { name: /Answer the report/ }).click();
  await page.getByLabelText('Outcome').selectOptions('The ban stays');
  await page.getByLabelText('Answer', { exact: true }).fill('We saw you.');
  await page.getByRole('button', { name: 'Send the answer' }).click();
  await expect.element(page.getByText('It is answered.').last()).toBeVisible();
  expect(connection.inputs('banReportSettle')).toMatchObject([
    {
      params: { banlist_id: LIST_ID, report_id: report.id },
      body: { state: 'rejected', answer: 'We saw you.' },
    },
  ]);
});

it('shows in one line who reported a ban, at 768', async () => {
  await page.viewport(768, 800);
  await loadStyles();
  const reporter = { reporter_id: id('c'), reporter_name: 'JunoPike' };
  const long = { ...report, ...reporter, reason: 'It was my brother who wrote that. '.repeat(3) };
  const connection = banConnection(banListRow({ reports: 1 })).answer('banReports', () => ({
    ok: true,
    value: { reports: [long], more: 0 },
  }));
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}?tab=reports`);
  const name = page.getByText('JunoPike');
  await expect.element(name).toBeVisible();
  const text = document.createRange();
  text.selectNodeContents(name.element());
  expect(text.getClientRects()).toHaveLength(1);
});

it('shows whoever reported a ban what they were answered', async () => {
  const settled = { state: 'accepted' as const, answer: 'You are right.', settled_at: 1 };
  const own = { ...report, ...settled, banlist_id: LIST_ID, banlist: 'Theirs' };
  const unseen = { ...own, id: id('9'), ban_name: '\u3164' };
  const connection = banConnection()
    .tell('banLists', [])
    .answer('ownBanReports', () => ({ ok: true, value: { reports: [own, unseen] } }));
  leave = draw(<BanListsPage />, connection, '/ban-manager');
  const panel = page.getByRole('region', { name: 'Your reports' });
  await expect
    .poll(() => panel.element().textContent)
    .toMatch(/Bert.*Theirs.*brother.*You are right\..*agreed/);
  await expect.element(panel.getByRole('link', { name: 'an invisible name' })).toBeVisible();
});

it('keeps an answer that is being typed where somebody reports another ban', async () => {
  const list = banListRow({ reports: 1 });
  const first = { ...report, reporter_id: id('c'), reporter_name: 'Cyd' };
  const second = { ...first, id: id('3'), ban_name: 'Dora' };
  const reports = [first];
  const connection = banConnection(list).answer('banReports', () => ({
    ok: true,
    value: { reports: [...reports], more: 0 },
  }));
  leave = draw(<BanListPage listId={LIST_ID} />, connection, `/ban-manager/${LIST_ID}?tab=reports`);
  await page.getByRole('button', { name: /Answer the report/ }).click();
  const answer = page.getByLabelText('Answer', { exact: true });
  await answer.fill('We saw you.');
  reports.push(second);
  connection.tell('banLists', [{ ...list, reports: 2 }]);
  await expect.element(page.getByText('Dora')).toBeInTheDocument();
  await expect.element(answer).toHaveValue('We saw you.');
});
