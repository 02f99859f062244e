import { afterEach, beforeAll, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import '../../style/base.css';
import { drawUnderOverlay } from '../../app/doubles.tsx';
import { FakeConnection } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { closePalette } from '../keys/overlays.ts';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  closePalette();
  leave?.();
});

// Nothing of any dialog is loaded before the key: it has to be the first of this file.
it('the first dialog of a page gives the focus back to the page that was clicked into', async () => {
  leave = drawUnderOverlay(new FakeConnection());
  await page.getByRole('heading', { name: 'a page' }).click();
  await expect.poll(() => document.activeElement?.id).toBe('content');
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = page.getByRole('combobox');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.id).toBe('content');
});
