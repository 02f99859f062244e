import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import { draw } from '../../app/doubles.tsx';
import { FakeConnection } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { closePalette } from '../keys/overlays.ts';
import { pageDeeds } from '../keys/page-deeds.ts';
import { Overlay } from './overlay.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  pageDeeds.value = null;
  closePalette();
  leave?.();
});

// The palette is not loaded before the key: it has to be the first of this file.
it('what is typed before the palette is loaded is neither lost nor taken for the keys of the page', async () => {
  const run = vi.fn<() => void>();
  leave = draw(
    <>
      <main tabIndex={-1} id="content">
        <button type="button">a button</button>
      </main>
      <Overlay />
    </>,
    new FakeConnection(),
    '/dashboard',
  );
  pageDeeds.value = {
    title: 'This page',
    deeds: [{ name: 'lock', label: 'Lock it', key: 'l', run }],
  };
  await page.getByRole('button', { name: 'a button' }).click();
  await userEvent.keyboard('{Control>}k{/Control}?lo');
  const field = page.getByRole('combobox');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('ck');
  await expect.element(field).toHaveValue('?lock');
  expect(run).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'a button' })).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveValue('');
});
