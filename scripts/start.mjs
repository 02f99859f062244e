// npm start: installs and builds what is missing or stale, then runs the host in this process; with
// `--demo`, the demo.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const args = process.argv.slice(2);
  if (args.length > 0 && !args.includes('--demo')) {
    const { PlainError } = await import('./lib/project.mjs');
    throw new PlainError(
      `Unknown: ${args.join(' ')}. Only a demo takes options (npm start -- --demo). The rest is set in the environment, ` +
        'such as PORT=8080 npm start: see docs/settings.md.',
    );
  }
  const { prepare } = await import('./lib/prepare.mjs');
  const { endWithNpm } = await import('./lib/end-with-npm.mjs');
  endWithNpm();
  await prepare();
  if (args.includes('--demo')) {
    process.argv.splice(2, args.length, 'demo', ...args.filter((arg) => arg !== '--demo'));
    await import('../dist/cli/main.js');
  } else {
    await import('../dist/host/main.js');
  }
}
