// npm run docs: writes the documents that are made from the code.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { projectDir } = await import('./lib/project.mjs');
  const { writeFileSync } = await import('node:fs');
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare();
  const { settingsDocument } = await import('../dist/host/settings-document.js');
  writeFileSync(`${projectDir}/docs/settings.md`, settingsDocument());
}
