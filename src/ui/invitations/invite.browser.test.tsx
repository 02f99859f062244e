import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import type { CallAnswer } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../data/doubles.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { InviteDone } from './invite-done.tsx';

const OTHER = 'b'.repeat(24);
const THIRD = 'c'.repeat(24);
const BEA = 'd'.repeat(24);
const INVITE = 'e'.repeat(24);
const KICKING: readonly ServerPermission[] = ['server.view', 'server.action.kick'];

let leave: (() => void) | undefined;
beforeAll(async () => {
  await startTexts();
  await loadTexts();
});
afterEach(() => leave?.());

const done = { status: true, muster_id: BEA, position: 1 } as const;

function open(results: CallAnswer<'inviteCreate'>['results'], invite_id: string | null = null) {
  const connection = new FakeConnection()
    .put('account', [accountRow({ servers: { [SERVER_ID]: [...SERVER_PERMISSION] } })])
    .put('servers', [serverRow()])
    .answer('personnelSet', async () => ({ ok: true, value: done }))
    .answer('inviteRevoke', async () => ({ ok: true, value: { position: 1 } }));
  const answer = { results, muster_id: BEA, invite_id, link: null, mailed: false, position: 1 };
  let again = 0;
  leave = draw(
    <InviteDone answer={answer} permissions={KICKING} email="" onAnother={() => (again += 1)} />,
    connection,
    '/people/invite',
  );
  return { connection, left: () => again };
}

const given = (server_id: string, held: ServerPermission[]) =>
  ({ server_id, outcome: 'given', held }) as const;
const undo = page.getByRole('button', { name: 'Undo: take it all back' });

it('what was given at once on many servers, and the invitation to others, is taken back by one press', async () => {
  const { connection, left } = open(
    [
      given(SERVER_ID, ['server.view']),
      given(OTHER, ['server.view', 'server.view.feed']),
      { server_id: THIRD, outcome: 'invited', held: [] },
    ],
    INVITE,
  );
  await undo.click();
  await expect.poll(left).toBe(1);
  expect(connection.inputs('inviteRevoke')).toMatchObject([{ params: { invite_id: INVITE } }]);
  expect(connection.inputs('personnelSet')).toEqual([
    {
      params: { server_id: SERVER_ID },
      body: { identifier: BEA, permissions: ['server.view'], was: [...KICKING] },
    },
    {
      params: { server_id: OTHER },
      body: {
        identifier: BEA,
        permissions: ['server.view', 'server.view.feed'],
        was: ['server.view', 'server.view.feed', 'server.action.kick'],
      },
    },
  ]);
});

it('what somebody has changed since stays, and says so', async () => {
  const { connection, left } = open([given(SERVER_ID, ['server.view']), given(OTHER, [])]);
  connection.answer('personnelSet', async ({ params }) =>
    params?.server_id === OTHER ? refusal('row-changed') : { ok: true, value: done },
  );
  await undo.click();
  await expect.element(page.getByText('1 of 2 done')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Try 1 failed server again' }))
    .toBeVisible();
  expect(left()).toBe(0);
  expect(undo.elements()).toEqual([]);
});

it('where nothing was given there is nothing to take back', async () => {
  open([{ server_id: SERVER_ID, outcome: 'unchanged', held: [] }]);
  await expect.element(page.getByRole('button', { name: 'Invite somebody else' })).toBeVisible();
  expect(undo.elements()).toEqual([]);
});
