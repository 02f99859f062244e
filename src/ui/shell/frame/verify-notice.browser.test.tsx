import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection } from '../../data/doubles.ts';
import { useOne } from '../../data/use-view.ts';
import { startTexts } from '../../text/i18n.ts';
import type { AccountRow } from '../../../domain/rows.ts';
import { VerifyNotice } from './verify-notice.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

/** Says that the account has come. */
function Known() {
  return <p>known: {useOne({ view: 'account' }).row?.persona.username}</p>;
}

async function open(change: Partial<AccountRow>) {
  const email = { address: 'ada@example.org', verified: false };
  const connection = new FakeConnection()
    .put('account', [accountRow({ email, ...change })])
    .answer('resendVerification', () => ({ ok: true, value: { status: true } }));
  const screen = (
    <>
      <VerifyNotice />
      <Known />
    </>
  );
  leave = draw(screen, connection, '/');
  await expect.element(page.getByText('known: ada')).toBeVisible();
  return connection;
}

const notice = page.getByText('Your e-mail address ada@example.org is not verified yet.');

it('offers the link again where mail goes out, and says that it is on its way once it is', async () => {
  const connection = await open({});
  await expect.element(notice).toBeVisible();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect.element(page.getByText(/^The link is on its way/)).toBeVisible();
  expect(connection.inputs('resendVerification')).toHaveLength(1);
});

it.each([
  ['no mail goes out', { mail: false }],
  ['nobody knows whether mail goes out', { mail: undefined }],
  ['the address is verified', { email: { address: 'ada@example.org', verified: true } }],
  ['the address is not known', { email: { address: '', verified: false } }],
])('asks for nothing where %s', async (_, change) => {
  await open(change as Partial<AccountRow>);
  expect(notice.query()).toBeNull();
  expect(page.getByRole('button', { name: 'Send the link again' }).query()).toBeNull();
});
