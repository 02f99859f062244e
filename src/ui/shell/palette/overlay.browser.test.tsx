import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawUnderOverlay } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { closePalette, helpOpen, paletteOpen } from '../keys/overlays.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  closePalette();
  helpOpen.value = false;
  leave?.();
});

const field = page.getByRole('combobox');
const active = () =>
  document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '');

it('says which map a server was found by, that is not in its name', async () => {
  const connection = new FakeConnection().put('account', [accountRow()]);
  leave = drawUnderOverlay(connection);
  const beside = { what: 'map', text: 'enoch', ranges: [[0, 4]] } as const;
  connection.found = () => ({
    servers: [{ server: serverRow(), score: 85, ranges: [], beside }],
    players: [],
    found: { servers: 1, players: 0 },
  });
  paletteOpen.value = true;
  await field.fill('enoc');
  await expect.poll(() => active()?.textContent).toMatch(/Chernarus 1.*Map: enoch/);
  expect(active()?.querySelector('mark')?.textContent).toBe('enoc');
});

it('opens the help where reading begins, not on the switch that turns it off', async () => {
  leave = drawUnderOverlay(new FakeConnection().put('account', [accountRow()]));
  await expect.element(page.getByRole('heading', { name: 'a page' })).toBeVisible();
  await userEvent.keyboard('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(help).toBeVisible();
  await expect.poll(() => help.element().contains(document.activeElement)).toBe(true);
  await expect.element(help.getByRole('checkbox')).not.toHaveFocus();
});

it('gives the keys back to the page where nothing had the focus before', async () => {
  leave = drawUnderOverlay(new FakeConnection().put('account', [accountRow()]));
  await expect.element(page.getByRole('heading', { name: 'a page' })).toBeVisible();
  (document.activeElement as HTMLElement | null)?.blur();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  // Not to the field of the page, where the next key would be written.
  await expect.element(page.getByRole('main')).toHaveFocus();
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
