/** Rows of resources name players by the ids that they were written under; who reads them is shown the persons. */
import type { Fields } from '../../protocol/resources/resource.ts';
import { personsOf } from './persons.ts';
import type { Database, Trx } from '../store/database.ts';

/** A row as it is shown, and as it is kept: the same one where nobody in it is shown as another. */
export interface ShownRow<Row> {
  readonly row: Row;
  readonly kept: Row;
}

interface Named {
  readonly fields: Fields;
}

/** Rows as they are shown now. */
export async function showPersons<Row extends object>(
  db: Database | Trx,
  { fields }: Named,
  rows: readonly Row[],
): Promise<readonly ShownRow<Row>[]> {
  const who = await personsOf(
    db,
    rows.flatMap((row) => playersIn(fields, row)),
  );
  return rows.map((row) => showRow({ fields }, row, who));
}

/** A row with the persons of its players, wherever it names them; a list that names one of them has each once. */
export function showRow<Row extends object>(
  { fields }: Named,
  row: Row,
  who: (id: string) => string,
): ShownRow<Row> {
  const others = playersIn(fields, row).filter((id) => who(id) !== id);
  if (others.length === 0) return { row, kept: row };
  const persons = new Map(others.map((id) => [id, who(id)]));
  const shown = (id: unknown) => persons.get(id as string) ?? id;
  const text = JSON.stringify(row, (_, value: unknown) => {
    if (!Array.isArray(value)) return shown(value);
    const named: readonly unknown[] = value;
    const ids = named.map(shown);
    return ids.some((id, at) => id !== named[at]) ? [...new Set(ids)] : named;
  });
  return { row: JSON.parse(text) as Row, kept: row };
}

/** The ids in the fields that name players, those of a field of its own first. */
function playersIn(fields: Fields, row: object): readonly string[] {
  return Object.entries(fields)
    .filter(([, { names }]) => names === 'player')
    .flatMap(([field]) => [(row as Readonly<Record<string, unknown>>)[field]].flat())
    .filter((id): id is string => typeof id === 'string');
}
