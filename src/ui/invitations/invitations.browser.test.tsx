import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { SERVER_PERMISSION, type ServerPermission } from '../../protocol/permissions.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { CallAnswer, CommandError, Outcome } from '../../worker/contract.ts';
import { draw } from '../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { InvitePage } from './invite-page.tsx';
import { PeoplePage } from './people-page.tsx';

const OTHER = 'e'.repeat(24);
const ME = accountRow().muster_id;
const GUEST = 'f'.repeat(24);
let leave: (() => void) | undefined;
beforeAll(startTexts);
beforeEach(() => history.replaceState(null, '', '/'));
afterEach(() => leave?.());

function connectionWith(other: readonly ServerPermission[] = SERVER_PERMISSION, mail = true) {
  const servers = { [SERVER_ID]: [...SERVER_PERMISSION], [OTHER]: [...other] };
  const second = serverRow({ id: OTHER });
  second.configuration.identifier = 'Livonia 1';
  return new FakeConnection()
    .put('account', [accountRow({ servers, mail })])
    .put('link', [
      { id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0, refused: [] },
    ])
    .put('servers', [serverRow(), second])
    .tell('invites', []);
}

const row = (change: Partial<RowOf<'invites'>> = {}): RowOf<'invites'> => ({
  id: 'c'.repeat(24),
  server_id: null,
  from_id: ME,
  from_name: 'Ada',
  to_id: GUEST,
  to_name: 'Grace',
  permissions: ['server.view'],
  servers: 2,
  names: ['Chernarus 1', 'Livonia 1'],
  given: 0,
  refused: [],
  at_once: false,
  state: 'pending',
  made_at: 0,
  expires_at: Date.now() + 86_400_000,
  ...change,
});

const made = (
  change: Partial<CallAnswer<'inviteCreate'>> = {},
): Outcome<CallAnswer<'inviteCreate'>> => ({
  ok: true,
  value: {
    position: 1,
    results: [{ server_id: SERVER_ID, outcome: 'invited' }],
    invite_id: 'c'.repeat(24),
    given_id: null,
    link: null,
    mailed: false,
    ...change,
  },
});

const bodies = (connection: FakeConnection) =>
  connection
    .inputs('inviteCreate')
    .map((input) => (input as { body: Record<string, unknown> }).body);

describe('the form', () => {
  const send = () => page.getByRole('button', { name: 'Invite', exact: true }).click();

  it('sends no address that it does not show, whatever was typed there', async () => {
    const connection = connectionWith().answer('inviteCreate', () => made());
    leave = draw(<InvitePage />, connection, '/people/invite');
    await page.getByLabelText('Mail the link to (optional)').fill('no address');
    await page.getByLabelText('Username or account id (optional)').fill('grace');
    await page.getByRole('checkbox', { name: /Chernarus 1/ }).click();
    await send();
    await expect.element(page.getByText(/^Invited to 1 server/)).toBeVisible();
    expect(bodies(connection)).toMatchObject([{ identifier: 'grace', email: null }]);
  });

  it('says that an account gives nothing to itself', async () => {
    const connection = connectionWith();
    leave = draw(<InvitePage />, connection, '/people/invite');
    await page.getByLabelText('Username or account id (optional)').fill(' Ada ');
    await page.getByRole('checkbox', { name: /Chernarus 1/ }).click();
    await send();
    await expect
      .element(page.getByText('This is you. Type the name of somebody else.'))
      .toBeVisible();
    expect(bodies(connection)).toEqual([]);
  });

  it('says whom to ask where one may give nothing to anybody', async () => {
    const connection = connectionWith().put('account', [
      accountRow({ servers: { [SERVER_ID]: ['server.view', 'server.action.kick'] } }),
    ]);
    leave = draw(<InvitePage />, connection, '/people/invite');
    await expect
      .element(
        page.getByText(/You can invite nobody: .* ‘Give permissions’ on any server. Ask its owner/),
      )
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Invite' })).not.toBeInTheDocument();
  });

  it('gives what one may give on all chosen servers, and says what it leaves out', async () => {
    const other = ['server.view', 'server.view.feed', 'server.personnel'] as const;
    const connection = connectionWith(other).answer('inviteCreate', () => made());
    leave = draw(<InvitePage />, connection, '/people/invite');
    await page.getByRole('checkbox', { name: /Chernarus 1/ }).click();
    await expect.element(page.getByText(/^Not given/)).not.toBeInTheDocument();
    await page.getByRole('checkbox', { name: /Livonia 1/ }).click();
    await expect.element(page.getByText(/^Not given, .*Kick players/)).toBeVisible();
    await send();
    await expect.element(page.getByText('Done')).toBeVisible();
    expect(bodies(connection)).toMatchObject([
      { permissions: ['server.view', 'server.view.feed'], server_ids: [SERVER_ID, OTHER] },
    ]);
  });

  it('offers servers alone where one brings people in', async () => {
    const connection = connectionWith(['server.view']);
    leave = draw(<InvitePage />, connection, '/people/invite');
    await expect.element(page.getByRole('checkbox', { name: /Chernarus 1/ })).toBeVisible();
    const asked = connection.followed.filter(({ view }) => view === 'servers');
    expect(asked.at(-1)).toMatchObject({ filter: { ids: [SERVER_ID] } });
  });

  it('is the same request when it is sent again, and another once it is changed', async () => {
    const answers: Outcome<CallAnswer<'inviteCreate'>>[] = [
      { ok: false, error: { kind: 'unreachable' } satisfies CommandError },
      refusal('limit-reached', { identifier: 'full' }),
      made(),
    ];
    const connection = connectionWith().answer('inviteCreate', () => answers.shift() ?? made());
    leave = draw(<InvitePage />, connection, '/people/invite');
    await page.getByRole('checkbox', { name: /Chernarus 1/ }).click();
    await send();
    await expect.poll(() => bodies(connection)).toHaveLength(1);
    await send();
    await expect
      .element(page.getByText(/^Too many invitations wait for this person/))
      .toBeVisible();
    await page.getByRole('checkbox', { name: /Livonia 1/ }).click();
    await send();
    await expect.element(page.getByText('Done')).toBeVisible();
    const [first, second, third] = bodies(connection).map(({ request_id: id }) => id);
    expect(first).toBe(second);
    expect(third).not.toBe(first);
  });

  it('says on which servers not, each reason by itself, and takes all back at once', async () => {
    const results = [
      { server_id: SERVER_ID, outcome: 'given' },
      { server_id: OTHER, outcome: 'limit-reached' },
    ] as const;
    const ids = { invite_id: 'c'.repeat(24), given_id: 'd'.repeat(24) };
    const connection = connectionWith()
      .answer('inviteCreate', () => made({ results: [...results], ...ids }))
      .answer('inviteRevoke', () => ({ ok: true, value: { position: 2, results: [] } }));
    leave = draw(<InvitePage />, connection, '/people/invite');
    await page.getByRole('checkbox', { name: /Chernarus 1/ }).click();
    await send();
    await expect
      .element(page.getByText('Not on 1 server, because it has as many people as it may have:'))
      .toBeVisible();
    await page.getByRole('button', { name: 'Undo: take it all back' }).click();
    await expect.element(page.getByRole('button', { name: 'Invite', exact: true })).toBeVisible();
    expect(connection.inputs('inviteRevoke')).toMatchObject([
      { params: { invite_id: ids.invite_id } },
      { params: { invite_id: ids.given_id } },
    ]);
  });

  const give = async (connection: FakeConnection) => {
    leave = draw(<InvitePage />, connection, '/people/invite');
    await page.getByRole('checkbox', { name: /Chernarus 1/ }).click();
    await send();
  };
  const undo = page.getByRole('button', { name: 'Undo: take it all back' });
  const given = () =>
    made({
      results: [{ server_id: SERVER_ID, outcome: 'given' }],
      invite_id: null,
      given_id: 'd'.repeat(24),
    });

  it('says on which server it could not take back what it gave, and why', async () => {
    const results = [{ server_id: SERVER_ID, outcome: 'last-manager' }] as const;
    const connection = connectionWith()
      .answer('inviteCreate', given)
      .answer('inviteRevoke', () => ({ ok: true, value: { position: 2, results: [...results] } }));
    await give(connection);
    await undo.click();
    await expect
      .element(page.getByText(/^Not taken back on 1 server, because nobody/))
      .toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
  });

  it('takes back once where the answer to the first try got lost', async () => {
    const answers: Outcome<CallAnswer<'inviteRevoke'>>[] = [
      { ok: false, error: { kind: 'unreachable' } },
      refusal('not-found'),
    ];
    const connection = connectionWith()
      .answer('inviteCreate', given)
      .answer('inviteRevoke', () => answers.shift()!);
    await give(connection);
    await undo.click();
    await expect.poll(() => connection.inputs('inviteRevoke')).toHaveLength(1);
    await undo.click();
    await expect.element(page.getByRole('button', { name: 'Invite', exact: true })).toBeVisible();
  });

  it('has nothing to take back where nothing was given', async () => {
    const connection = connectionWith().answer('inviteCreate', () =>
      made({ results: [{ server_id: SERVER_ID, outcome: 'unchanged' }], invite_id: null }),
    );
    await give(connection);
    await expect.element(page.getByRole('button', { name: 'Invite somebody else' })).toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Take back' })).not.toBeInTheDocument();
  });
});

describe('a link', () => {
  const toMail = page.getByLabelText('Mail the link to (optional)');
  const linked = { link: 'https://muster.example.org/auth/sign-up#invitation=x' };
  const invite = async () => {
    await page.getByRole('checkbox', { name: /Chernarus 1/ }).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect.element(page.getByText(/^Hand this link over/)).toBeVisible();
  };

  it('is said to be on its way by mail only where the host mailed it', async () => {
    const answers = [made({ ...linked, mailed: true }), made({ ...linked, mailed: false })];
    const connection = connectionWith().answer('inviteCreate', () => answers.shift()!);
    leave = draw(<InvitePage />, connection, '/people/invite');
    await toMail.fill('grace@example.org');
    await invite();
    const mailed = page.getByText('It is on its way by mail to grace@example.org, too.');
    await expect.element(mailed).toBeVisible();
    expect(page.getByText(/^This Muster sends no mail/).query()).toBeNull();
    await page.getByRole('button', { name: 'Invite somebody else' }).click();
    await toMail.fill('grace@example.org');
    await invite();
    await expect.element(page.getByText(/^This Muster sends no mail/)).toBeVisible();
    expect(mailed.query()).toBeNull();
  });

  it('is not offered to be mailed where no mail goes out', async () => {
    const connection = connectionWith(SERVER_PERMISSION, false).answer('inviteCreate', () =>
      made(linked),
    );
    leave = draw(<InvitePage />, connection, '/people/invite');
    await invite();
    expect(toMail.query()).toBeNull();
    expect(page.getByText(/mail/).query()).toBeNull();
    expect(bodies(connection)).toMatchObject([{ identifier: null, email: null }]);
  });

  it('stays in the address until the host has answered, and is tried again', async () => {
    const token = 'x'.repeat(43);
    const answers: Outcome<CallAnswer<'inviteClaim'>>[] = [
      { ok: false, error: { kind: 'unreachable' } },
      { ok: true, value: { position: 1, invite_id: 'c'.repeat(24) } },
    ];
    const connection = connectionWith().answer('inviteClaim', () => answers.shift()!);
    history.replaceState(null, '', `/people#invitation=${token}`);
    leave = draw(<PeoplePage />, connection, `/people#invitation=${token}`);
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    expect(location.hash).toContain(token);
    await again.click();
    await expect.element(again).not.toBeInTheDocument();
    expect(location.hash).toBe('');
    expect(connection.inputs('inviteClaim')).toHaveLength(2);
  });

  it('that is used is said to be so, and goes', async () => {
    const connection = connectionWith().answer('inviteClaim', () => refusal('invitation-invalid'));
    history.replaceState(null, '', '/people#invitation=used-long-ago-by-somebody');
    leave = draw(<PeoplePage />, connection, '/people#invitation=used-long-ago-by-somebody');
    await expect.element(page.getByText(/^This invitation is used/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(location.hash).toBe('');
  });
});

describe('the list', () => {
  it('says to both on how many servers it was given, and why not on the rest', async () => {
    const partly: Partial<RowOf<'invites'>> = {
      state: 'accepted',
      given: 1,
      refused: ['permission-denied'],
    };
    const connection = connectionWith().tell('invites', [
      row(partly),
      row({ ...partly, id: 'd'.repeat(24), from_id: GUEST, from_name: 'Grace', to_id: ME }),
    ]);
    leave = draw(<PeoplePage />, connection, '/people');
    await expect
      .element(
        page.getByRole('row', { name: /Grace.*Given on 1 of 2 servers\..*you may not give/ }),
      )
      .toBeVisible();
    await expect
      .element(page.getByText(/^Grace invited you to 2 servers, and you are in on 1/))
      .toBeVisible();
    await expect.element(page.getByText(/^Grace may not give these permissions/)).toBeVisible();
  });

  it('asks before it takes back what somebody has', async () => {
    const connection = connectionWith()
      .tell('invites', [row({ state: 'accepted', given: 2, at_once: true })])
      .answer('inviteRevoke', () => ({
        ok: true,
        value: { position: 2, results: [{ server_id: SERVER_ID, outcome: 'taken' }] },
      }));
    leave = draw(<PeoplePage />, connection, '/people');
    await expect.element(page.getByRole('row', { name: /Grace.*Given at once/ })).toBeVisible();
    await page.getByRole('button', { name: 'Take back the invitation for Grace' }).click();
    expect(connection.inputs('inviteRevoke')).toEqual([]);
    await page.getByRole('button', { name: 'Take back on 2 servers' }).click();
    await expect.poll(() => connection.inputs('inviteRevoke')).toHaveLength(1);
  });
});
