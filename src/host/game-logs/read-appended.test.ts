import { appendFile, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CHUNK, readAppended, type FilePosition } from './read-appended.ts';

let folder: string;
let path: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-tail-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(() => {
  count += 1;
  path = join(folder, `${count}.log`);
});

const texts = ({ lines }: Awaited<ReturnType<typeof readAppended>>) =>
  lines.map(({ text }) => text);

it('a mark at the start, carriage returns and a half line are no part of the lines', async () => {
  await writeFile(path, '\ufeffone\r\ntwo\nthr');
  const first = await readAppended(path, null);
  expect(texts(first)).toEqual(['one', 'two']);
  await appendFile(path, 'ee\n');
  const second = await readAppended(path, first.position);
  expect(texts(second)).toEqual(['three']);
  expect(await readAppended(path, second.position)).toMatchObject({ lines: [], atEnd: true });
});

it('the last line of a file that is done needs no end', async () => {
  await writeFile(path, 'one\ntwo');
  expect(texts(await readAppended(path, null, true))).toEqual(['one', 'two']);
});

it('a file that was cut, or is another by the same name, is read from its start', async () => {
  await writeFile(path, 'one\ntwo\n');
  const first = await readAppended(path, null);
  await truncate(path, 0);
  await appendFile(path, 'a\n');
  const cut = await readAppended(path, first.position);
  expect(cut).toMatchObject({ restarted: true });
  expect(texts(cut)).toEqual(['a']);
  await writeFile(path, 'another that is longer\nb\n');
  const other = await readAppended(path, cut.position);
  expect(other).toMatchObject({ restarted: true });
  expect(texts(other)).toEqual(['another that is longer', 'b']);
});

it('of a huge file only the end is read, from the start of a line', async () => {
  const line = 'x'.repeat(99);
  await writeFile(path, `${line}\n`.repeat(20_000) + 'end\n');
  const read = await readAppended(path, null);
  expect(read.lines.length).toBeLessThanOrEqual(CHUNK / 100 + 1);
  expect(new Set(texts(read))).toEqual(new Set([line, 'end']));
  expect(read.atEnd).toBe(true);
});

it('a line without an end, longer than any log has, is left out', async () => {
  await writeFile(path, 'one\n');
  const first = await readAppended(path, null);
  await appendFile(path, `${'x'.repeat(CHUNK + 10)}\nnext\n`);
  const skipped = await readAppended(path, first.position);
  expect(texts(skipped)).toEqual([]);
  expect(texts(await readAppended(path, skipped.position)).at(-1)).toBe('next');
});

it('a link is not followed', async () => {
  await writeFile(path, 'one\n');
  await symlink(path, `${path}.link`);
  await expect(readAppended(`${path}.link`, null)).rejects.toThrow(/ELOOP/);
});

it('however a file grows, every line comes once and in order', async () => {
  let file = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'grapheme' }).filter((line) => !/[\r\n]/.test(line))),
      fc.array(fc.nat({ max: 40 })),
      async (lines, steps) => {
        file += 1;
        const grows = join(folder, `grows ${file}`);
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const bare = lines.map((line, place) => (place === 0 ? line.replace(/^\ufeff/, '') : line));
        await writeFile(grows, '');
        let position: FilePosition | null = null;
        const seen: string[] = [];
        let written = 0;
        for (const step of [...steps, bytes.length]) {
          await appendFile(grows, bytes.subarray(written, written + step));
          written += step;
          const read: Awaited<ReturnType<typeof readAppended>> = await readAppended(
            grows,
            position,
          );
          position = read.position;
          seen.push(...texts(read));
        }
        expect(seen).toEqual(bare);
      },
    ),
    { seed: 5, numRuns: 40 },
  );
});
