import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { knots } from './knots.ts';

const source = resolve(import.meta.dirname, '../../src');

describe('folders below a layer', () => {
  let files: Map<string, string>;

  beforeAll(async () => {
    const names = (await readdir(source, { recursive: true })).filter(
      (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
    );
    const texts = names.map(async (name) => {
      return [name, await readFile(join(source, name), 'utf8')] as const;
    });
    files = new Map(await Promise.all(texts));
  });

  test('need each other nowhere', () => {
    expect(files.size).toBeGreaterThan(500);
    expect(knots(files)).toEqual([]);
  });

  test('are refused where a protocol uses what chooses between protocols', () => {
    const planted = 'host/connectors/rust/planted.ts';
    const text = "import type { Named } from '../games/connect.ts';\nexport type Used = Named;\n";
    const found = knots(new Map([...files, [planted, text]]));
    expect(found).toContain(`host/connectors: ${planted} uses host/connectors/games/connect.ts`);
  });

  test('are refused where the files of a folder use what is built on them', () => {
    const planted = 'host/connectors/planted.ts';
    const text = "export const later = () => import('./rust/connector.ts');\n";
    const found = knots(new Map([...files, [planted, text]]));
    expect(found).toContain(`host/connectors: ${planted} uses host/connectors/rust/connector.ts`);
  });

  test('are refused over a third folder', () => {
    const three = [
      ['ui/walls/a/a.ts', "import { b } from '../b/deep/b.ts';\n"],
      ['ui/walls/b/deep/b.ts', "export { c } from '../../c/c.ts';\n"],
      ['ui/walls/c/c.ts', "export const a = new URL('../a/a.ts', import.meta.url);\n"],
    ] as const;
    expect(knots(new Map(three))).toHaveLength(3);
    expect(knots(new Map(three.slice(1)))).toEqual([]);
  });
});
