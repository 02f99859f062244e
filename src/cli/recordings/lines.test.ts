import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LineFile } from './lines.ts';

const MEGABYTE = 1 << 20;

it('how far reading is, is told while nothing but blank lines come', () => {
  const folder = mkdtempSync(join(tmpdir(), 'muster-lines-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'blank.ndjson');
  writeFileSync(path, `${'\n'.repeat(8 * MEGABYTE)}x`);
  const told: number[] = [];
  const file = new LineFile(path, (bytes) => told.push(bytes));
  onTestFinished(() => file.close());
  const [first] = file.lines();
  expect(first).toMatchObject({ line: 8 * MEGABYTE + 1, text: 'x' });
  const steps = told.slice(1).map((place, index) => place - told[index]!);
  expect(told.at(-1)).toBeGreaterThan(8 * MEGABYTE - MEGABYTE);
  expect(Math.max(...steps)).toBeLessThanOrEqual(MEGABYTE);
});
