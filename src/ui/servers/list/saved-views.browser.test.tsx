import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { VIEW_LIMIT } from '../../../protocol/saved-views/limits.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, serverRow } from '../../data/doubles.ts';
import { loadTexts, startTexts } from '../../text/i18n.ts';
import { DashboardPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const down = { id: '1'.repeat(24), server_id: null, name: 'Down', address: '?state=offline' };
const rust = { id: '2'.repeat(24), server_id: null, name: 'Rust', address: '?game=4&group=tag' };

async function open(address: string, views = [down, rust]) {
  await page.viewport(1_440, 844);
  const totals = { tags: [], players: 60, slots: 120, queued: 7, unknown: 0 };
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('totals', [{ id: 'totals', servers: 2, online: 1, down: 1, ...totals }])
    .put('groups', [{ id: '1', servers: 1, down: 0, players: 12 }])
    .put('servers', [serverRow()])
    .tell('views', views)
    .answer('viewSave', () => ({ ok: true, value: { position: 1 } }))
    .answer('viewDelete', () => ({ ok: true, value: { position: 1 } }));
  leave = draw(<DashboardPage />, connection, address);
  return connection;
}

const menu = async (name: string) => page.getByRole('button', { name, exact: true }).click();
const item = (name: string) => page.getByRole('menuitem', { name });

it('opens a view as a link, and is called by it', async () => {
  await open('/dashboard?q=left');
  await menu('Saved views');
  expect(item('Rust').element().getAttribute('href')).toBe('/dashboard?game=4&group=tag');
  await item('Rust').click();
  expect(location.search).toBe('?game=4&group=tag');
  await expect.element(page.getByRole('button', { name: 'Rust', exact: true })).toBeVisible();
});

it('keeps what is shown under a name', async () => {
  const connection = await open('/dashboard?game=1&sort=players&rows=roomy', []);
  await menu('Saved views');
  await item('Save as a new view…').click();
  await page.getByLabelText('Name').fill(' Night ');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => connection.inputs('viewSave'))
    .toEqual([
      {
        params: { view_id: expect.stringMatching(/^[0-9a-f]{24}$/) as string },
        body: { name: 'Night', address: '?game=1&sort=players&rows=roomy' },
      },
    ]);
});

it('takes the place of a view of the same name, and says so before', async () => {
  const connection = await open('/dashboard?game=1');
  await menu('Saved views');
  await item('Save as a new view…').click();
  await page.getByLabelText('Name').fill('rust');
  await expect.element(page.getByText('This replaces your view of the same name.')).toBeVisible();
  await page.getByRole('button', { name: 'Replace' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => connection.inputs('viewSave'))
    .toEqual([
      { params: { view_id: rust.id }, body: { name: 'rust', address: '?game=1' } },
      { params: { view_id: rust.id }, body: { name: rust.name, address: rust.address } },
    ]);
});

it('saves over the view that was opened, once something is changed', async () => {
  const connection = await open('/dashboard?state=offline');
  await menu('Down');
  expect(item('Save over ‘Down’').query()).toBeNull();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('combobox', { name: 'Groups' }).selectOptions('By game');
  await menu('Saved views');
  await item('Save over ‘Down’').click();
  await expect
    .poll(() => connection.inputs('viewSave'))
    .toEqual([
      {
        params: { view_id: down.id },
        body: { name: 'Down', address: '?state=offline&group=game' },
      },
    ]);
});

it('brings back a view that was deleted', async () => {
  const connection = await open('/dashboard?state=offline');
  await menu('Down');
  await item('Delete ‘Down’').click();
  await expect.element(page.getByText('Down is deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(connection.inputs('viewDelete')).toEqual([{ params: { view_id: down.id }, body: {} }]);
  await expect
    .poll(() => connection.inputs('viewSave'))
    .toEqual([{ params: { view_id: down.id }, body: { name: down.name, address: down.address } }]);
});

it('gives a view another name, which no other one has', async () => {
  const connection = await open('/dashboard?state=offline');
  await menu('Down');
  await item('Rename ‘Down’…').click();
  await page.getByLabelText('Name').fill('Rust');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('You have a view of this name already.')).toBeVisible();
  connection.answer('viewSave', () => refusal('limit-reached'));
  await page.getByLabelText('Name').fill('Gone');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(connection.inputs('viewSave')).toEqual([
    { params: { view_id: down.id }, body: { name: 'Gone', address: down.address } },
  ]);
});

it('says why there can be no more', async () => {
  const views = Array.from({ length: VIEW_LIMIT.views }, (_, number) => ({
    ...down,
    id: String(number).padStart(24, '0'),
    name: `View ${number}`,
  }));
  await open('/dashboard', views);
  await menu('Saved views');
  await expect.element(item('Save as a new view…')).toHaveAttribute('aria-disabled', 'true');
  const why = 'You have 50 views, which is the most. Delete one first.';
  await expect.element(page.getByText(why)).toBeInTheDocument();
});
