import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawUnderOverlay } from '../app/doubles.tsx';
import { accountRow, FakeConnection } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { toast } from './toasts.tsx';

let leave: (() => void) | undefined;
let said = 0;
beforeAll(startTexts);
afterEach(() => {
  vi.useRealTimers();
  leave?.();
});

async function drawPage(): Promise<void> {
  leave = drawUnderOverlay(new FakeConnection().put('account', [accountRow()]));
  await expect.element(page.getByRole('heading', { name: 'a page' })).toBeVisible();
}

const undoOf = (text: string) =>
  page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: 'Undo' });

it('takes back what was done last by Ctrl Z, one after the other, and nothing where a field has the focus', async () => {
  await drawPage();
  const undone: string[] = [];
  toast('Ann is off', 'good', () => undone.push('Ann'));
  toast('Bob is off', 'good', () => undone.push('Bob'));
  await expect.element(undoOf('Bob is off')).toHaveAttribute('aria-keyshortcuts');
  await page.getByRole('textbox', { name: 'a field' }).click();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(undone).toEqual([]);
  page.getByRole('main').element().focus();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(undone).toEqual(['Bob']);
  await expect.element(undoOf('Ann is off')).toHaveAttribute('aria-keyshortcuts');
  await userEvent.keyboard('{Control>}zz{/Control}');
  expect(undone).toEqual(['Bob', 'Ann']);
  await expect.element(undoOf('Ann is off')).not.toBeInTheDocument();
});

/** Until what was said before is drawn. */
async function drawnAgain(): Promise<void> {
  said += 1;
  toast(`And ${said}`);
  await expect.element(page.getByText(`And ${said}`, { exact: true })).toBeVisible();
}

it('stays while the focus is on it, and goes ten seconds after', async () => {
  await drawPage();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  toast('Ann is off', 'good', () => undefined);
  await expect.element(undoOf('Ann is off')).toBeVisible();
  vi.advanceTimersByTime(9_999);
  const button = undoOf('Ann is off').element() as HTMLElement;
  button.focus();
  vi.advanceTimersByTime(60_000);
  await drawnAgain();
  expect(button.isConnected).toBe(true);
  button.blur();
  vi.advanceTimersByTime(9_999);
  await drawnAgain();
  expect(button.isConnected).toBe(true);
  vi.advanceTimersByTime(1);
  await expect.poll(() => button.isConnected).toBe(false);
});
