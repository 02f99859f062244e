// npm start: installs and builds what is missing or stale, then runs the host in this process; with
// `--demo`, the demo.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { prepare } = await import('./lib/prepare.mjs');
  const { endWithNpm } = await import('./lib/end-with-npm.mjs');
  endWithNpm();
  await prepare();
  const args = process.argv.slice(2);
  if (args.includes('--demo')) {
    process.argv.splice(2, args.length, 'demo', ...args.filter((arg) => arg !== '--demo'));
    await import('../dist/cli/main.js');
  } else {
    await import('../dist/host/main.js');
  }
}
