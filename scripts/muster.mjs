#!/usr/bin/env node
// The `muster` command: installs and builds what is missing or stale, then runs the command's own code.
import './lib/node-version.mjs';

void import('./lib/project.mjs').then(({ runScript }) => runScript(main));

async function main() {
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare();
  await import('../dist/cli/main.js');
}
