import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { ConsolesPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => {
  leave?.();
  vi.restoreAllMocks();
});

function open(tiles: string) {
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .put('servers', [serverRow()])
    .put('intentions', [])
    .put('players', [])
    .put('feed', [])
    .put('console', []);
  leave = draw(<ConsolesPage />, connection, `/consoles?tiles=${tiles}`);
}

it('leaves the focus in the choice of a tile that shows another panel', async () => {
  open(SERVER_ID);
  const choice = page.getByLabelText(/^Show: Chernarus 1|^Panel.*Chernarus 1/);
  await expect.element(choice).toBeVisible();
  const select = choice.element() as HTMLSelectElement;
  select.focus();
  await choice.selectOptions('players');
  await expect.element(choice).toHaveValue('players');
  expect(document.activeElement).toBe(select);
});

it('hands the focus on from a tile that is taken away', async () => {
  open(`${SERVER_ID}_${SERVER_ID}.players`);
  const takeAway = () => document.querySelectorAll<HTMLElement>('[data-takes-away]');
  await expect.poll(() => takeAway().length).toBe(2);
  const [first, second] = takeAway();
  first?.click();
  await expect.poll(() => takeAway().length).toBe(1);
  expect(document.activeElement).toBe(second);
});

it('brings a window that is there to the front without loading it again', async () => {
  open(SERVER_ID);
  const link = page.getByRole('link', { name: /window/ });
  await expect.element(link).toBeVisible();
  const there = { location: { href: 'about:blank' }, focus: vi.fn<() => void>() };
  const opens = vi.spyOn(window, 'open').mockReturnValue(there as unknown as Window);
  (link.element() as HTMLElement).click();
  expect(opens.mock.calls[0]?.[0]).toBe('');
  expect(there.location.href).toContain(SERVER_ID);
  there.location.href += '#typed';
  (link.element() as HTMLElement).click();
  expect(there.location.href).toContain('#typed');
  expect(there.focus).toHaveBeenCalledTimes(2);
});

it('shows no servers only where one is chosen, and says so', async () => {
  open(SERVER_ID);
  await page.getByRole('button', { name: 'Choose servers' }).click();
  const dialog = page.getByRole('dialog');
  const choice = dialog.getByRole('checkbox', { name: /Chernarus 1/ });
  await expect.element(choice).toBeChecked();
  await choice.click();
  const show = dialog.getByRole('button', { name: 'Show 0 servers' });
  await expect.element(show).toHaveAttribute('aria-disabled', 'true');
  await expect.element(show).toHaveAccessibleDescription('Choose at least one server.');
  await expect.element(dialog.getByText('Choose at least one server.')).toBeVisible();
  (show.element() as HTMLElement).click();
  (choice.element() as HTMLInputElement).form?.requestSubmit();
  await expect.element(show).toBeVisible();
  expect(location.search).toContain(SERVER_ID);
  await choice.click();
  await page.getByRole('button', { name: 'Show 1 server' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
