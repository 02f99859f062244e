import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { accountRow, FakeConnection, wallTakenAway } from '../data/doubles.ts';
import { draw } from '../doubles.tsx';
import { startTexts } from '../text/i18n.ts';
import { DisplayPage } from './display-page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  vi.useRealTimers();
});

it('asks for its wall again by itself where the host did not tell it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connection = new FakeConnection().put('account', [accountRow()]);
  leave = draw(<DisplayPage />, connection, '/display');
  await expect.poll(() => connection.inputs('displaySession')).toHaveLength(1);
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.poll(() => connection.inputs('displaySession')).toHaveLength(2);
  connection.answer('displaySession', wallTakenAway);
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(15_000);
  await expect.element(page.getByText(/Hall/)).toBeVisible();
});
