/** Moves that a plan, a restriction or a full group refuses: each is said at its field, and what was chosen stays. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { SERVER_PERMISSION } from '../../../protocol/permissions.ts';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, refusal, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { id, teamRow } from '../known/doubles.ts';
import { MoveAwayDialog } from './move-away-dialog.tsx';
import { MoveHereDialog } from './move-here-dialog.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const TEAM = teamRow({ id: id('7'), identifier: 'Night Watch' });
const GROUP = { ...TEAM, kind: 'team', pending: false } as const;
const CODES = ['plan-limit-reached', 'subscription-restricted', 'limit-reached'] as const;

function connect(code: (typeof CODES)[number]): FakeConnection {
  return new FakeConnection()
    .put('account', [
      accountRow({
        servers: { [SERVER_ID]: [...SERVER_PERMISSION] },
        groups: { [TEAM.id]: ['team.view', 'team.modify'] },
      }),
    ])
    .put('servers', [serverRow()])
    .tell('teams', [TEAM])
    .tell('organizations', [])
    .tell('personnel', [])
    .answer('serverMove', () => refusal(code));
}

it.each(CODES)('says at the field that %s keeps a server from going to a team', async (code) => {
  const thing = { kind: 'server', id: SERVER_ID, name: 'Chernarus 1' } as const;
  const connection = connect(code);
  leave = draw(<MoveAwayDialog thing={thing} from={null} onClose={() => {}} />, connection, '/');
  const to = page.getByLabelText('It belongs to');
  await to.selectOptions(TEAM.id);
  await page.getByRole('dialog').getByRole('button', { name: 'Move the server' }).click();
  await expect.element(to).toHaveAttribute('aria-invalid', 'true');
  expect(connection.inputs('serverMove')).toEqual([
    { params: { server_id: SERVER_ID }, body: { to: { kind: 'team', id: TEAM.id } } },
  ]);
  await expect.element(to).toHaveValue(TEAM.id);
});

it.each(CODES)('says at the field that %s keeps a team from taking a server', async (code) => {
  leave = draw(<MoveHereDialog group={GROUP} onClose={() => {}} />, connect(code), '/');
  const which = page.getByLabelText('Server');
  await which.selectOptions(SERVER_ID);
  await page.getByRole('dialog').getByRole('button', { name: 'Move the server' }).click();
  await expect.element(which).toHaveAttribute('aria-invalid', 'true');
  await expect.element(which).toHaveValue(SERVER_ID);
});
