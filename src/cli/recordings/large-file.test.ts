import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { busyRecording } from '../../testing/busy-recording.ts';

const LONG = process.env['MUSTER_LONG'] === '1';
const AT_ONCE = 10_000;

describe.runIf(LONG)('a file of a million events', { timeout: 600_000 }, () => {
  const main = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));
  const told = 'process.on("exit",()=>console.error(process.resourceUsage().maxRSS))';
  /** Less than a third of the file. */
  const HEAP_MB = 96;
  let folder: string;
  let path: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'muster-large-'));
    path = join(folder, 'million.ndjson');
    let lines: string[] = [];
    for (const line of busyRecording(1_000_000)) {
      if (lines.push(line) < AT_ONCE) continue;
      appendFileSync(path, `${lines.join('\n')}\n`);
      lines = [];
    }
    appendFileSync(path, `${lines.join('\n')}\n`);
  }, 600_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is larger than the heap', () => {
    expect(statSync(path).size / 1e6).toBeGreaterThan(3 * HEAP_MB);
  });

  /** Runs the command itself, in a small heap; it is asked to stop once it says that it has ended. */
  async function runSmall(args: readonly string[]): Promise<{ code: number; said: string }> {
    const begun = performance.now();
    const node = [`--max-old-space-size=${HEAP_MB}`, '--import', `data:text/javascript,${told}`];
    const child = spawn(process.execPath, [...node, main, ...args]);
    let [said, memory] = ['', ''];
    child.stderr.on('data', (text: Buffer) => (memory += text.toString()));
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
      if (said.includes('The end, after')) child.kill('SIGINT');
    });
    const [code] = (await once(child, 'close')) as [number];
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const most = Math.round(Number(memory.trim()) / 1_024);
    process.stdout.write(`${args[0]}: ${seconds} s, ${most} MB of memory\n${said}`);
    expect(most).toBeLessThan(300);
    return { code, said };
  }

  it('is played in a heap that is smaller than it', async () => {
    const { code, said } = await runSmall(['replay', path]);
    expect(code).toBe(0);
    expect(said).toMatch(/^100\d\d\d\d events/m);
  });

  it('is bisected in a heap that is smaller than it, with log2 probes', async () => {
    const where = 'any(x in streams, x.position > 20000)';
    const { code, said } = await runSmall(['bisect', path, '--where', where]);
    expect(code).toBe(0);
    expect(said).toContain('position: 20000 → 20001');
    expect(Number(/\((\d+) probes\)/.exec(said)?.[1])).toBeLessThanOrEqual(21);
  });

  it('is served in a heap that is smaller than it', async () => {
    const args = ['replay', path, '--serve', '--port', '0', '--speed', '1000000000'];
    const { code, said } = await runSmall(args);
    expect(code).toBe(0);
    expect(said).toMatch(/The end, after 100\d\d\d\d events/);
  });
});
