// npm run build: installs what is missing and builds what is stale.
import './lib/node-version.mjs';

const { runScript } = await import('./lib/project.mjs');
await runScript(async () => {
  const { prepare } = await import('./lib/prepare.mjs');
  await prepare();
});
