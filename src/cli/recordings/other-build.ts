import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RowMaker } from '../../domain/recordings/diff.ts';
import { TABLES } from '../../domain/tables.ts';
import type { Rows } from '../../domain/state.ts';
import { UsageError } from '../terminal.ts';

/** The reducers of another Muster on this machine, and the rows that they work on. */
export interface OtherBuild {
  readonly makes: RowMaker;
  /** The same rows as that version holds them. */
  readonly rowsOf: (rows: Rows) => Rows;
}

interface Modules {
  readonly reduce: RowMaker['reduce'];
  readonly applyChanges: RowMaker['apply'];
  readonly createRows: () => Rows;
}

/** Loads what was built in another Muster's folder. Throws `UsageError`. */
export async function openOtherBuild(folder: string): Promise<OtherBuild> {
  const built = join(resolve(folder), 'dist', 'domain');
  const files = ['reduce.js', 'state.js'].map((name) => join(built, name));
  if (!files.every((file) => existsSync(file))) {
    throw new UsageError(`${folder} has no built Muster. Run npm run build there.`);
  }
  const modules: unknown[] = await Promise.all(
    files.map((file) => import(pathToFileURL(file).href)),
  );
  const { reduce, applyChanges, createRows } = Object.assign({}, ...modules) as Partial<Modules>;
  if (reduce === undefined || applyChanges === undefined || createRows === undefined) {
    throw new UsageError(`The Muster in ${folder} is too old to compare with.`);
  }
  return {
    makes: {
      reduce: (rows, event) => {
        try {
          return reduce(rows, event);
        } catch (error) {
          throw new UsageError(`The reducers in ${folder} cannot play event '${event.event}'.`, {
            cause: error,
          });
        }
      },
      apply: applyChanges,
    },
    rowsOf: (rows) => {
      const other = createRows();
      for (const table of TABLES) {
        for (const after of rows[table].values()) {
          applyChanges(other, [{ table, id: after.id, before: undefined, after } as never]);
        }
      }
      return other;
    },
  };
}
