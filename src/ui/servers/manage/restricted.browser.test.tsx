import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../../style/base.css';
import '../../parts/parts.css';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { ServerPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

const OWNER = accountRow({ limits: { servers: 1 } });
const MANAGER = accountRow({ servers: { [SERVER_ID]: [] } });
const BY_OPERATOR = { by: 'operator', reason: 'Unpaid' } as const;

function open(
  restriction: { by: 'operator' | 'plan'; reason: string | null },
  account = OWNER,
  own: { own_bans?: number | null } = {},
) {
  const configuration = { ...serverRow().configuration, ...own };
  const connection = new FakeConnection()
    .put('account', [account])
    .put('server', [
      serverRow({ configuration: { ...configuration, restricted: true, restriction } }),
    ]);
  const screen = <ServerPage serverId={SERVER_ID} component="access-restricted" />;
  leave = draw(screen, connection, `/server/${SERVER_ID}/access-restricted`);
}

it.each([
  ['the operator with a reason', BY_OPERATOR, OWNER, /has restricted .*, and can end that: Unpaid/],
  [
    'the operator without one',
    { by: 'operator', reason: null } as const,
    OWNER,
    /has restricted .*, and can end that\.?$/,
  ],
  [
    'the owner’s plan, to them',
    { by: 'plan', reason: null } as const,
    OWNER,
    /^You may have 1 server, and .* is beyond that/,
  ],
  [
    'the owner’s plan, to others',
    { by: 'plan', reason: null } as const,
    MANAGER,
    /^The owner of .* may have fewer servers than they have/,
  ],
])('says that %s restricts it', async (_, restriction, account, why) => {
  open(restriction, account);
  await expect.element(page.getByText(why)).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Sections' })).not.toBeInTheDocument();
});

it('lets its owner delete it, and nobody else', async () => {
  open(BY_OPERATOR);
  await expect.element(page.getByRole('button', { name: 'Delete this server' })).toBeVisible();
  leave?.();
  open(BY_OPERATOR, MANAGER);
  await expect.element(page.getByRole('heading', { name: 'Access restricted' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Delete this server' }))
    .not.toBeInTheDocument();
});

it('says to whoever sees it that its game goes on keeping people out for Muster', async () => {
  for (const account of [OWNER, MANAGER]) {
    open(BY_OPERATOR, account, { own_bans: 1 });
    await expect
      .element(page.getByText(/Muster takes its bans out .* 1 is there now/))
      .toBeVisible();
    leave?.();
  }
  open(BY_OPERATOR, OWNER, { own_bans: null });
  await expect.element(page.getByText(/^It is unknown how many bans/)).toBeVisible();
});
