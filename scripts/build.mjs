// npm run build: installs what is missing, builds what is stale, and says how much script comes first.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { readFileSync } = await import('node:fs');
  const { prepare } = await import('./lib/prepare.mjs');
  const { say, scriptSizeFile } = await import('./lib/project.mjs');
  await prepare();
  say(readFileSync(scriptSizeFile, 'utf8'));
}
