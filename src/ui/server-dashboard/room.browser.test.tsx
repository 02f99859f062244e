import { afterEach, beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import '../style/base.css';
import '../parts/parts.css';
import { SERVER_ACTION } from '../../protocol/enumerations.ts';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import { draw } from '../doubles.tsx';
import { startTexts } from '../text/i18n.ts';
import { ServerDashboardPage } from './page.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => leave?.());

it('keeps what is being written to a player when the layout changes', async () => {
  const { configuration } = serverRow();
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [
      serverRow({ configuration: { ...configuration, actions: [SERVER_ACTION.SERVER_KICK] } }),
    ])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }])
    .put('intentions', [])
    .put('players', [
      {
        id: 'd'.repeat(24),
        server_id: SERVER_ID,
        muster_id: null,
        name: 'Ann',
        joined_at: 0,
        joined_before: false,
        verified: true,
        lobby: false,
        ping: null,
        ip: null,
        guid: null,
        steam_id: null,
        bohemia_id: null,
        position: null,
      },
    ]);
  await page.viewport(1_400, 800);
  leave = draw(<ServerDashboardPage serverId={SERVER_ID} />, connection, `/dashboard/${SERVER_ID}`);
  await page.getByRole('button', { name: 'Kick Ann' }).click();
  await page.getByLabelText(/Reason/).fill('Not so loud');
  await page.viewport(400, 800);
  await expect.element(page.getByRole('tab', { name: 'Players' })).toBeInTheDocument();
  await expect.element(page.getByLabelText(/Reason/)).toHaveValue('Not so loud');
});
