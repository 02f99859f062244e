import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { floors } from '../../scripts/lint/layers.mjs';
import { type Planted, plantedForCompiler, plantedForLint } from './planted.ts';

const project = resolve(import.meta.dirname, '../..');
const layers = ['protocol', 'domain', 'worker', 'ui', 'host', 'sim', 'testing', 'cli'];

/** A folder with every layer's own settings, one harmless file in each, and what is planted. */
async function plant(files: readonly Planted[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-boundaries-'));
  await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(project, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
  await cp(join(project, 'package.json'), join(folder, 'package.json'));
  const put = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, 'src', file)), { recursive: true });
    await writeFile(join(folder, 'src', file), text);
  };
  for (const layer of layers) {
    await put(`${layer}/${layer}.ts`, `export const ${layer} = 1;\n`);
    await cp(
      join(project, 'src', layer, 'tsconfig.json'),
      join(folder, 'src', layer, 'tsconfig.json'),
    );
  }
  await put('worker/contract.ts', 'export const worker = 1;\n');
  await put('worker/main.ts', 'export const main = 1;\n');
  await put('protocol/enumerations.ts', 'export const protocol = 1;\n');
  await put('protocol/games/games.ts', 'export const games = 1;\n');
  for (const { file, text } of files) await put(file, text);
  return folder;
}

/** Runs a tool and gives what it printed, whatever its exit code. */
function output(folder: string, script: string, args: readonly string[]): Promise<string> {
  const tool = join(project, 'node_modules', script);
  return new Promise((resolveOutput) => {
    const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [tool, ...args], options, (_error, stdout) => {
      resolveOutput(stdout);
    });
  });
}

function title({ file, complaint }: Planted): string {
  return complaint === null ? `allows src/${file}` : `refuses src/${file}`;
}

describe('the compiler', () => {
  let folder: string;
  let printed: string;

  beforeAll(async () => {
    folder = await plant(plantedForCompiler);
    const all = layers.map((layer) => join('src', layer));
    printed = await output(folder, 'typescript/bin/tsc', ['-b', '--pretty', 'false', ...all]);
  });

  afterAll(() => rm(folder, { recursive: true }));

  test.each(plantedForCompiler.map((planted) => [title(planted), planted] as const))(
    '%s',
    (_title, { file, complaint }) => {
      const complaints = printed.split('\n').filter((line) => line.startsWith(`src/${file}(`));
      if (complaint === null) expect(complaints).toEqual([]);
      else expect(complaints.join('\n')).toContain(complaint);
    },
  );

  test('has settings for every layer', async () => {
    const entries = await readdir(join(project, 'src'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(folders.toSorted()).toEqual(layers.toSorted());
  });
});

describe('the lint rules', () => {
  const report = z.object({
    diagnostics: z.array(z.object({ code: z.string().optional(), filename: z.string() })),
    number_of_files: z.number(),
  });
  let folder: string;
  let found: z.infer<typeof report>;

  beforeAll(async () => {
    folder = await plant(plantedForLint);
    const config = join(project, '.oxlintrc.json');
    const args = ['-c', config, '--type-aware', '--format=json', 'src'];
    found = report.parse(JSON.parse(await output(folder, 'oxlint/bin/oxlint', args)));
  });

  afterAll(() => rm(folder, { recursive: true }));

  test.each(plantedForLint.map((planted) => [title(planted), planted] as const))(
    '%s',
    (_title, { file, complaint }) => {
      const codes = found.diagnostics
        .filter(({ filename }) => relative(folder, resolve(folder, filename)) === `src/${file}`)
        .map(({ code }) => code);
      if (complaint === null) expect(codes).toEqual([]);
      else expect(codes.join(' ')).toContain(complaint);
    },
  );

  test.each(Object.entries(floors))(
    'name no room of %s that is not there',
    async (layer, rooms) => {
      const there = await readdir(join(project, 'src', layer));
      expect(['*', ...there]).toEqual(expect.arrayContaining(rooms.flat()));
    },
  );

  test('read every file', () => {
    expect(found.number_of_files).toBeGreaterThanOrEqual(plantedForLint.length + layers.length);
  });
});
