import { beforeAll, describe, expect, test } from 'vitest';
import { knots } from './knots.ts';
import { readSources, type Sources } from './sources.ts';

describe('folders below a layer', () => {
  let files: Sources;

  beforeAll(async () => {
    files = await readSources();
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
