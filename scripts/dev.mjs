// npm run dev: the portal from Vite, changed in place, and the host, built and started again at each edit.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { PlainError, projectDir, say } = await import('./lib/project.mjs');
  const { spawn } = await import('node:child_process');
  const { watch } = await import('node:fs');
  const path = await import('node:path');
  const { childEnvironment, runTool } = await import('./lib/child.mjs');
  const { prepareInstall } = await import('./lib/prepare.mjs');
  await prepareInstall();

  const hostPort = Number(process.env.PORT ?? '7070');
  if (!(hostPort > 0 && hostPort < 65_535))
    throw new PlainError('PORT must be from 1 to 65534 here.');
  const portal = `http://127.0.0.1:${hostPort + 1}`;
  const env = {
    MUSTER_ORIGIN: portal,
    MUSTER_DEV_HOST: `http://127.0.0.1:${hostPort}`,
    ...childEnvironment(),
    PORT: String(hostPort),
  };
  /** @param {readonly string[]} args */
  const run = (args) => spawn(process.execPath, args, { cwd: projectDir, env, stdio: 'inherit' });
  const vitePort = String(hostPort + 1);
  const vite = run(['node_modules/vite/bin/vite.js', '--host', '127.0.0.1', '--port', vitePort]);

  /** @type {import('node:child_process').ChildProcess | null} */
  let host = null;
  let stopping = false;
  const stopHost = async () => {
    if (host === null || host.exitCode !== null || host.signalCode !== null) return;
    const ending = host;
    await new Promise((resolve) => {
      ending.once('exit', resolve);
      ending.kill('SIGTERM');
    });
  };
  const rebuild = async () => {
    if ((await runTool('typescript/bin/tsc', ['-b', 'src/cli'])) !== 0) return;
    await stopHost();
    if (!stopping) host = run([path.join('dist', 'host', 'main.js')]);
  };

  // One rebuild at a time; edits during it lead to one more.
  let wanted = true;
  /** @type {Promise<void> | null} */
  let working = null;
  const work = async () => {
    while (wanted && !stopping) {
      wanted = false;
      await rebuild();
    }
    working = null;
  };
  const ask = () => {
    wanted = true;
    working ??= work();
  };
  const watchers = ['protocol', 'domain', 'host', 'sim', 'cli'].map((layer) =>
    watch(path.join(projectDir, 'src', layer), { recursive: true }, (_event, file) => {
      if (file?.endsWith('.ts') === true && !file.endsWith('.test.ts')) ask();
    }),
  );
  ask();
  say(`The portal is at ${portal}; it calls the host at ${env.MUSTER_DEV_HOST}.`);

  const stop = async () => {
    stopping = true;
    for (const watcher of watchers) watcher.close();
    vite.kill('SIGTERM');
    await working;
    await stopHost();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      stop().catch((error) => {
        say(String(error));
        process.exitCode = 1;
      });
    });
  }
}
