import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { startHost } from '../support/running-host.ts';
import { found } from './support/portal.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

test('portal and API on two origins: founds, is live, reloads without the network, signs out', async ({
  page,
  context,
}) => {
  const port = await freePort();
  const portal = `http://portal.muster.localhost:${port}`;
  const api = `http://api.muster.localhost:${port}`;
  const host = await startHost({
    PORT: String(port),
    MUSTER_ORIGIN: portal,
    MUSTER_API_ORIGIN: api,
  });
  const asked = new Set<string>();
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (pathname.startsWith('/app/')) asked.add(origin);
  });
  const connection = page.getByRole('banner').getByRole('status');
  try {
    await found(page, portal);
    await expect(connection).toContainText('Live');
    await expect(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No servers yet' })).toBeVisible();
    expect(await page.evaluate(routesOfScripts)).toEqual(['cache']);
    await context.setOffline(false);
    await expect(connection).toContainText('Live');
    await page.goto(`${portal}/logout`);
    await expect(page).toHaveURL(/\/auth/);
    // The portal's only page has left it, and its worker with it: whatever is to be deleted was deleted before.
    await expect
      .poll(async () => (await page.evaluate(() => indexedDB.databases())).map((one) => one.name))
      .not.toContainEqual(expect.stringMatching(/^muster-account/));
    expect([...asked]).toEqual([api]);
  } finally {
    await host.stop();
  }
});

/** Where the page's first scripts came from, as the browser says: by a route they need no word with the service worker's. */
function routesOfScripts(): readonly unknown[] {
  const first = [...document.querySelectorAll('script[type=module], link[rel=preload]')].map(
    (element) =>
      new URL(element.getAttribute('src') ?? element.getAttribute('href') ?? '', location.href)
        .href,
  );
  const scripts = performance
    .getEntriesByType('resource')
    .filter(({ name }) => first.includes(name));
  // Older Chromium's name comes second.
  const names = ['workerFinalRouterSource', 'workerFinalSourceType'];
  return [
    ...new Set(
      scripts.flatMap((entry) => names.map((name) => Reflect.get(entry, name) ?? []).flat()),
    ),
  ];
}
