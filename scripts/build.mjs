// npm run build: installs what is missing and builds what is stale.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare();
}
