import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../app/doubles.tsx';
import { FakeConnection } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { AccountForm } from './account-form.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  vi.restoreAllMocks();
});

it('signs up where nobody needs an invitation, whatever the link brought for one', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const code = { needed: false, given: 'x'.repeat(200) };
  leave = draw(<AccountForm kind="signUp" code={code} />, new FakeConnection(), '/auth/sign-up');
  await page.getByLabelText('Username').fill('carol');
  await page.getByLabelText('Display name').fill('Carol');
  await page.getByLabelText('E-mail').fill('carol@example.org');
  await page.getByLabelText('Password', { exact: true }).fill('long enough to be one');
  await page.getByLabelText(/again/).fill('long enough to be one');
  await page.getByRole('button', { name: /account/ }).click();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
});
