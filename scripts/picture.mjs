// npm run picture: makes docs/dashboard.png, the picture in the README, from the product itself.
import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { projectDir, runScript, say } = await import('./lib/project.mjs');
await runScript(async () => {
  const { findBrowser } = await import('./lib/browser.mjs');
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare();
  const { chromium } = await import('@playwright/test');
  const { startSimServer } = await import('../dist/sim/server.js');

  /** @type {readonly { name: string, game: 'DAYZ' | 'ARMA2' | 'ARMA3', code: number, slots: number, players: number }[]} */
  const fleet = [
    { name: 'Chernarus Main', game: 'DAYZ', code: 1, slots: 60, players: 41 },
    { name: 'Livonia Hardcore', game: 'DAYZ', code: 1, slots: 50, players: 18 },
    { name: 'Sakhal Winter', game: 'DAYZ', code: 1, slots: 40, players: 33 },
    { name: 'Namalsk Survival', game: 'DAYZ', code: 1, slots: 60, players: 55 },
    { name: 'Altis Life', game: 'ARMA3', code: 3, slots: 100, players: 72 },
    { name: 'Tanoa Co-op', game: 'ARMA3', code: 3, slots: 40, players: 9 },
    { name: 'Takistan Classic', game: 'ARMA2', code: 2, slots: 50, players: 14 },
  ];
  const dataDir = mkdtempSync(join(tmpdir(), 'muster-picture-'));
  const host = spawn(process.execPath, [join(projectDir, 'dist/host/main.js')], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', MUSTER_DATA: dataDir, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  /** @type {Promise<string>} */
  const ready = new Promise((resolve, reject) => {
    host.stdout.on('data', (/** @type {Buffer} */ chunk) => {
      const origin = /ready at (http\S+)/.exec(chunk.toString())?.[1];
      if (origin !== undefined) resolve(origin);
    });
    host.once('exit', () => reject(new Error('The host ended before it was ready.')));
  });
  const origin = await ready;
  const sims = await Promise.all(
    fleet.map((server, index) =>
      startSimServer({
        game: server.game,
        password: 'picture',
        slots: server.slots,
        players: server.players,
        seed: index + 1,
        speed: 60,
      }),
    ),
  );
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    chromiumSandbox: false,
  });
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 760 },
      colorScheme: 'dark',
    });
    await page.goto(`${origin}/`);
    await page.getByLabel('Username').fill('ada');
    await page.getByLabel('Display name').fill('Ada');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill('of the picture only');
    await page.getByLabel('Password again').fill('of the picture only');
    await page.getByRole('button', { name: 'Make the account' }).click();
    await page.waitForURL(`${origin}/dashboard`);
    for (const [index, server] of fleet.entries()) {
      const address = sims[index]?.address;
      await page.evaluate(
        async ({ name, code, target }) => {
          const answer = await fetch('/app/v1/@me/acsrf-token');
          /** @type {{ acsrf_token: string }} */
          const token = await answer.json();
          await fetch('/app/v1/servers/add', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              ...token,
              identifier: name,
              timezone: 'Europe/Berlin',
              game: code,
              host: target?.host,
              game_port: target?.gamePort,
              query_port: target?.queryPort,
              rcon_port: target?.rconPort,
              rcon_password: 'picture',
            }),
          });
        },
        { name: server.name, code: server.code, target: address },
      );
    }
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll('td[data-column="state"] .status[data-tone="good"]').length ===
        count,
      fleet.length,
      { timeout: 60_000 },
    );
    await page.waitForFunction(
      () => !document.querySelector('td[data-column="slots"] .soft'),
      undefined,
      { timeout: 60_000 },
    );
    await page.waitForFunction(
      () => Number(document.querySelector('.totals strong')?.textContent) > 150,
      undefined,
      { timeout: 120_000 },
    );
    await page.screenshot({ path: join(projectDir, 'docs', 'dashboard.png') });
    say('docs/dashboard.png is made.');
  } finally {
    await browser.close();
    await Promise.all(sims.map((sim) => sim.stop()));
    const gone = new Promise((resolve) => host.once('exit', resolve));
    host.kill('SIGINT');
    await gone;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
