import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { drawUnderOverlay } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { closePalette, paletteOpen } from '../keys/overlays.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  closePalette();
  localStorage.clear();
  leave?.();
});

const field = page.getByRole('combobox');

function open(path: string): void {
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()]);
  leave = drawUnderOverlay(connection);
  history.pushState(null, '', path);
  paletteOpen.value = true;
}

it('goes to a moment that is typed on the page of a server', async () => {
  open(`/dashboard/${SERVER_ID}`);
  await field.fill('21:00 yesterday');
  const line = page.getByRole('option', { name: /Chernarus 1 at that moment/ });
  await expect.poll(() => line.element().textContent).toMatch(/09:00:00\sPM UTC/);
  await expect.element(line).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await expect
    .poll(() => location.pathname)
    .toBe(`/past/${SERVER_ID}/${day}T21:00:00Z/dashboard/${SERVER_ID}`);
});

it('takes no word alone for a moment, and knows none where no server is looked at', async () => {
  open(`/dashboard/${SERVER_ID}`);
  await field.fill('monday');
  await expect.element(page.getByText(/^Nothing found/).first()).toBeVisible();
  closePalette();
  await expect.element(field).not.toBeInTheDocument();
  history.pushState(null, '', '/dashboard');
  paletteOpen.value = true;
  await field.fill('21:00 yesterday');
  await expect.element(page.getByText(/^Nothing found/).first()).toBeVisible();
});
