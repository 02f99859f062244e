import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DomainEvent } from '../../domain/event.ts';
import { recordingLines } from '../../domain/recordings/write.ts';
import { reduce } from '../../domain/reduce.ts';
import { createLoad } from '../../testing/frames.ts';
import { openingEvents } from '../../testing/snapshots.ts';
import { serve } from './serve.ts';

let folder: string;
let path: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'muster-serve-'));
  path = join(folder, 'served.ndjson');
  const load = createLoad({ seed: 2, servers: 3, players: 9 });
  const opening = openingEvents(load.world);
  const frames = load.take(40).map((frame): DomainEvent => ({ source: 'realtime', ...frame }));
  const options = { build: 'test', sources: ['realtime', 'rest'] } as const;
  writeFileSync(path, [...recordingLines([...opening, ...frames], options)].join('\n'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function voice(said: string[]) {
  return {
    say: (line: string) => void said.push(line),
    warn: (line: string) => void said.push(line),
    progress: () => undefined,
    status: () => undefined,
    done: () => undefined,
  };
}

it('a file is played to whoever opens the address, until it is stopped', async () => {
  const said: string[] = [];
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const args = [path, '--serve', '--port', '0', '--speed', '1000'];
  const served = serve(args, { voice: voice(said), reduce }, stopped);
  await expect.poll(() => said.at(-1), { timeout: 20_000 }).toMatch(/^The end, after 4\d/);
  const address = /http:\/\/\S+/.exec(said[0] ?? '')?.[0] ?? '';
  const answer = await fetch(`${address}/app/v1/servers/list`);
  expect(await answer.json()).toMatchObject({ servers: [{}, {}, {}] });
  stop();
  expect(await served).toBe(0);
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

it.each([
  [['--speed', '0'], '--speed takes a number above 0, not 0.'],
  [['--port', '70000'], '--port takes a number from 0 to 65535, not 70000.'],
])('%s is refused', async (args, sentence) => {
  const never = new Promise<void>(() => undefined);
  const served = serve([path, '--serve', ...args], { voice: voice([]), reduce }, never);
  await expect(served).rejects.toThrow(sentence);
});
