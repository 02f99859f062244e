import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('an option that only a demo takes is refused before anything is built, with how to set it', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/start.mjs', '--port', '8080'],
    { encoding: 'utf8', timeout: 30_000 },
  );
  expect(status).toBe(1);
  expect(stdout + stderr).toContain('Unknown: --port 8080.');
  expect(stdout + stderr).toContain('PORT=8080 npm start');
});
