// npm start: installs and builds what is missing or stale, then runs the host in this process.
import './lib/node-version.mjs';

const { runScript } = await import('./lib/project.mjs');
await runScript(async () => {
  const { prepare } = await import('./lib/prepare.mjs');
  const { endWithNpm } = await import('./lib/end-with-npm.mjs');
  endWithNpm();
  await prepare();
  await import('../dist/host/main.js');
});
