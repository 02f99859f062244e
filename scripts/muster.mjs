#!/usr/bin/env node
// The `muster` command: installs and builds what is missing or stale, then runs the command's own code.
import './lib/node-version.mjs';

const { runScript } = await import('./lib/project.mjs');
await runScript(async () => {
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare();
  await import('../dist/cli/main.js');
});
