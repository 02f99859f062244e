import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of a package that is installed here, whatever it exports. */
export function versionOf(name: string | undefined): string {
  if (name === undefined) return '';
  const paths = createRequire(import.meta.url).resolve.paths(name) ?? [];
  for (const folder of paths) {
    const file = join(folder, name, 'package.json');
    try {
      return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  throw new RangeError(`${name} is not installed beside ${dirname(import.meta.url)}`);
}
