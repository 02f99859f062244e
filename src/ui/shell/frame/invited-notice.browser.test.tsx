import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection } from '../../data/doubles.ts';
import { useOne } from '../../data/use-view.ts';
import { startTexts } from '../../text/i18n.ts';
import { InvitedNotice } from './invited-notice.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const into = {
  id: 'a'.repeat(24),
  team: { id: 'b'.repeat(24), identifier: 'Night Watch' },
  organization: null,
  role: 'Mate',
  expires_at: Date.now() + 3_600_000,
};

const TOLD = [{ id: `account/${accountRow().muster_id}/invites` }] as never;

/** Says when the invitation into the team has come. */
function Known() {
  return <p>known: {useOne({ view: 'account' }).row?.invites?.length}</p>;
}

function open(streams: readonly { readonly id: string }[]) {
  const connection = new FakeConnection()
    .put('account', [accountRow({ invites: [into] as never })])
    .put('rows', [])
    .put('streams', streams as never);
  const screen = (
    <>
      <InvitedNotice />
      <Known />
    </>
  );
  leave = draw(screen, connection, '/');
  return connection;
}

it('names the team that one is invited into once it is known that nothing else waits', async () => {
  open(TOLD);
  await expect.element(page.getByText(/into the team Night Watch/)).toBeVisible();
});

it('says nothing while other invitations may still come, which go before', async () => {
  const connection = open([]);
  await expect.element(page.getByText('known: 1')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
  connection.put('streams', TOLD);
  await expect.element(page.getByRole('link')).toBeVisible();
});
