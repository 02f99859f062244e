import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../app/doubles.tsx';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../../data/doubles.ts';
import { startTexts } from '../../text/i18n.ts';
import { ServerGate } from './server-gate.tsx';

let leave: (() => void) | undefined;
beforeAll(startTexts);
afterEach(() => {
  leave?.();
  vi.useRealTimers();
});

const ADDRESS = `/dashboard/${SERVER_ID}`;
const mine = accountRow({ servers: { [SERVER_ID]: ['server.view'] } });

function gate(connection: FakeConnection): void {
  leave = draw(
    <ServerGate serverId={SERVER_ID}>
      <p>the server’s page</p>
    </ServerGate>,
    connection.put('link', [
      { id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 },
    ]),
    ADDRESS,
  );
}

it('waits for what the account may do with a server that was just added, and leads nowhere else', async () => {
  const connection = new FakeConnection()
    .put('account', [accountRow({ servers: {} })])
    .put('server', [serverRow()]);
  gate(connection);
  await expect.element(page.getByText('the server’s page')).not.toBeInTheDocument();
  connection.put('account', [mine]);
  await expect.element(page.getByText('the server’s page')).toBeVisible();
  expect(location.pathname).toBe(ADDRESS);
});

it('waits for a server that only the host knows yet', async () => {
  const connection = new FakeConnection().put('account', [accountRow({ servers: {} })]);
  const servers = [{ ...serverRow(), position: 1, players: [] }];
  const answer = { servers, next: null };
  connection.put('server', []).answer('serversList', () => ({ ok: true, value: answer }));
  gate(connection);
  await expect.poll(() => connection.calls.length).toBe(1);
  await expect.element(page.getByLabelText('Loading …')).toBeInTheDocument();
  connection.put('account', [mine]).put('server', [serverRow()]);
  await expect.element(page.getByText('the server’s page')).toBeVisible();
  expect(location.pathname).toBe(ADDRESS);
});

it('asks a host again that could not say whether it knows the server', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let asked = 0;
  const connection = new FakeConnection().put('account', [accountRow({ servers: {} })]);
  connection.put('server', []).answer('serversList', () => {
    asked += 1;
    if (asked === 1) return { ok: false, error: { kind: 'unreachable' } };
    return { ok: true, value: { servers: [], next: null } };
  });
  gate(connection);
  await expect.poll(() => asked).toBe(1);
  await vi.advanceTimersByTimeAsync(2_900);
  expect([asked, location.pathname]).toEqual([1, ADDRESS]);
  await vi.advanceTimersByTimeAsync(100);
  await expect.poll(() => location.pathname).toBe('/dashboard');
  expect(asked).toBe(2);
});

it('leads to the dashboard where the host does not know the server either', async () => {
  const connection = new FakeConnection().put('account', [accountRow({ servers: {} })]);
  connection
    .put('server', [])
    .answer('serversList', () => ({ ok: true, value: { servers: [], next: null } }));
  gate(connection);
  await expect.poll(() => location.pathname).toBe('/dashboard');
  expect(connection.calls).toEqual([{ name: 'serversList', input: { query: { ids: SERVER_ID } } }]);
});

it('leads to access-restricted where the account may only see a restricted server', async () => {
  const { configuration } = serverRow();
  gate(
    new FakeConnection()
      .put('account', [mine])
      .put('server', [serverRow({ configuration: { ...configuration, restricted: true } })]),
  );
  await expect.poll(() => location.pathname).toBe(`/server/${SERVER_ID}/access-restricted`);
});

it.each([
  [undefined, 'The server Chernarus 1 was deleted.'],
  [2, /Chernarus 1 was deleted\. 2 bans that Muster wrote are still in the game’s own list\./],
  [null, /Chernarus 1 was deleted\. Bans that Muster wrote may still be in the game’s own list\./],
])(
  'says of a server that is deleted while it is looked at what its game keeps: %s',
  async (own_bans, said) => {
    const { configuration } = serverRow();
    const now = {
      ...configuration,
      deleting: 'in-progress' as const,
      ...(own_bans !== undefined && { own_bans }),
    };
    const connection = new FakeConnection()
      .put('account', [mine])
      .put('server', [serverRow({ configuration: now })]);
    gate(connection);
    await expect.element(page.getByText('the server’s page')).toBeVisible();
    connection.put('account', [accountRow({ servers: {} })]).put('server', []);
    await expect.element(page.getByText(said)).toBeVisible();
    expect(location.pathname).toBe('/dashboard');
  },
);
