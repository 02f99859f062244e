import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { findFirefox, findWebkit } from './installed.ts';

afterEach(() => vi.unstubAllEnvs());

it('names what is missing where a browser or its driver is not there, and starts nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-path-'));
  try {
    vi.stubEnv('PATH', folder);
    expect(findFirefox()).toEqual({ name: 'Firefox', lacks: 'firefox-esr (or firefox)' });
    expect(findWebkit()).toEqual({ name: 'WebKit', lacks: 'webkit2gtk-driver' });
    // What cannot be run is not there, either.
    writeFileSync(join(folder, 'firefox-esr'), '', { mode: 0o644 });
    expect(findFirefox()).toHaveProperty('lacks');
    writeFileSync(join(folder, 'firefox'), '', { mode: 0o755 });
    expect(findFirefox()).toHaveProperty('start');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
