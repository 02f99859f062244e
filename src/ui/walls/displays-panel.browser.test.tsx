import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import './walls.css';
import type { RowOf } from '../../protocol/resources/registry.ts';
import { draw } from '../app/doubles.tsx';
import { FakeConnection, refusal } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { DisplaysPanel } from './displays-panel.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const HALL = 'a'.repeat(24);
const ROOF = 'b'.repeat(24);
const GONE = 'This does not exist, or you may not see it.';
const WALLS = [wall(HALL, 'Hall wall'), wall(ROOF, 'Roof wall')];

function wall(id: string, name: string): RowOf<'walls'> {
  return { id, server_id: null, name, revision: 1, scenes: 1, created_at: 0, updated_at: 0 };
}

function display(change: Partial<RowOf<'displays'>> = {}): RowOf<'displays'> {
  return {
    id: 'd'.repeat(24),
    server_id: null,
    name: 'Hall',
    wall_id: HALL,
    paired_at: 0,
    last_seen: null,
    online: true,
    user_agent: 'Television',
    ...change,
  };
}

function show(connection: FakeConnection): FakeConnection {
  connection.put('link', [
    {
      id: 'link',
      connection: { kind: 'live', since: 0, latency: 12 },
      fresh_at: null,
      refused: [],
    } as never,
  ]);
  connection.tell('walls', WALLS);
  leave = draw(<DisplaysPanel />, connection, '/walls');
  return connection;
}

const line = (name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

it('waits until the host has told, then says how to pair the first one', async () => {
  const connection = show(new FakeConnection());
  await expect.element(page.getByRole('region', { name: 'Displays' })).toBeVisible();
  expect(page.getByText(/No displays yet/).elements()).toEqual([]);
  connection.tell('displays', []);
  await expect.element(page.getByText(/No displays yet/)).toBeVisible();
});

it('follows what is told: who comes, who goes, who is called otherwise, who is revoked', async () => {
  const other = display({ id: 'e'.repeat(24), name: 'attic', online: false });
  const connection = show(new FakeConnection().tell('displays', [other, display()]));
  await expect.element(line('Hall').getByText('Connected', { exact: true })).toBeVisible();
  await expect.element(line('attic').getByText('Never connected')).toBeVisible();
  const names = () =>
    page
      .getByRole('rowheader')
      .elements()
      .map((one) => one.textContent);
  expect(names()).toEqual(['attic', 'Hall']);
  connection.tell('displays', [
    display({ name: 'Stairs', online: false, last_seen: Date.now() - 120_000 }),
  ]);
  await expect.element(line('Stairs').getByText(/ago/)).toBeVisible();
  expect(names()).toEqual(['Stairs']);
});

it('asks for another wall, and says why where it is refused', async () => {
  const connection = show(new FakeConnection().tell('displays', [display()]));
  connection.answer('displayEdit', () => refusal('not-found'));
  await page.getByLabelText('Wall of Hall').selectOptions('Roof wall');
  await expect
    .poll(() => connection.inputs('displayEdit'))
    .toEqual([{ params: { display_id: display().id }, body: { wall_id: ROOF } }]);
  await expect.element(page.getByText(GONE)).toBeVisible();
  await expect.element(page.getByLabelText('Wall of Hall')).toHaveValue(HALL);
});

it('revokes one that goes from the list while the host is asked, and keeps a refusal', async () => {
  const connection = show(new FakeConnection().tell('displays', [display()]));
  let answer: (() => void) | undefined;
  connection.answer('displayRevoke', async () => {
    connection.tell('displays', []);
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    connection.tell('displays', [display()]);
    return refusal('not-found');
  });
  await page.getByRole('button', { name: 'Revoke Hall' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.poll(() => answer).toBeDefined();
  await expect.element(page.getByText(/No displays yet/)).toBeInTheDocument();
  answer?.();
  await expect.element(page.getByRole('dialog').getByText(GONE)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(line('Hall')).toBeVisible();
});

it('says that one shows no wall where its own is gone, and nothing before walls are told', async () => {
  const connection = new FakeConnection().tell('displays', [display()]);
  leave = draw(<DisplaysPanel />, connection, '/walls');
  const select = page.getByLabelText('Wall of Hall');
  await expect.element(select).toBeVisible();
  const options = () => [...(select.element() as HTMLSelectElement).options].map((one) => one.text);
  expect(options()).toEqual([]);
  connection.tell('walls', WALLS);
  await expect.element(select).toHaveValue(HALL);
  expect(options()).toEqual(['Hall wall', 'Roof wall']);
  connection.tell('walls', WALLS.slice(1));
  await expect.element(select).toHaveValue('');
  expect(options()).toEqual(['No wall', 'Roof wall']);
});
