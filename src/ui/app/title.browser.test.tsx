import { afterEach, beforeAll, expect, it } from 'vitest';
import { accountRow, FakeConnection, SERVER_ID, serverRow } from '../data/doubles.ts';
import { startTexts } from '../text/i18n.ts';
import { App } from './app.tsx';
import { draw } from './doubles.tsx';

let leave = () => {};
beforeAll(startTexts);
afterEach(() => leave());

it.each([
  ['/walls/new', 'New wall · Muster'],
  ['/inspector', 'Connection inspector · Muster'],
  ['/replay', 'Replay · Muster'],
  [`/dashboard/${SERVER_ID}`, `${serverRow().configuration.identifier} · Muster`],
  ['/elsewhere', 'Page not found · Muster'],
])('%s is %s in the browser’s tab', async (path, title) => {
  const connection = new FakeConnection()
    .put('account', [accountRow()])
    .put('server', [serverRow()])
    .put('link', [{ id: 'link', connection: { kind: 'live', since: 0, latency: 9 }, fresh_at: 0 }]);
  leave = draw(<App />, connection, path);
  await expect.poll(() => document.title, { timeout: 15_000 }).toBe(title);
});
