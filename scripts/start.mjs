// npm start: installs and builds what is missing or stale, then runs the host in this process.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { prepare } = await import('./lib/prepare.mjs');
  const { endWithNpm } = await import('./lib/end-with-npm.mjs');
  endWithNpm();
  await prepare();
  await import('../dist/host/main.js');
}
