import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountTitleName } from '../../../protocol/enumerations.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { AccountTitles } from './account-titles.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

it('shows the titles of the account in words, as they are given and taken', async () => {
  const titled = (titles: AccountTitleName[]) =>
    accountRow({ progression: { registered_at: 0, email_verified: true, titles } });
  const connection = new FakeConnection().put('account', [titled([])]);
  leave = draw(<AccountTitles />, connection, '/dashboard');
  const list = page.getByRole('list', { name: 'Your titles' });
  expect(list.elements()).toEqual([]);
  connection.put('account', [titled(['staff', 'early-adopter'])]);
  await expect.element(list).toHaveTextContent('StaffEarly adopter');
});
