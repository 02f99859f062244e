import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { drawUnderOverlay } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, serverRow } from '../../data/doubles.ts';
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

it('hands what is typed to the search for players', async () => {
  open('/dashboard');
  await field.fill('Gr1ef & Söhne');
  const line = page.getByRole('option', { name: /Find players by .*Gr1ef & Söhne/ });
  await expect.element(line).toBeVisible();
  await userEvent.click(line);
  await expect
    .poll(() => location.pathname + location.search)
    .toBe(`/search?q=${encodeURIComponent('Gr1ef & Söhne')}`);
});

it.each(['王', 'a'])('hands a name of one character on, too: %s', async (name) => {
  open('/dashboard');
  await field.fill(name);
  await userEvent.click(page.getByRole('option', { name: /Find players by/ }));
  await expect
    .poll(() => location.pathname + location.search)
    .toBe(`/search?q=${encodeURIComponent(name)}`);
});
