import type { Fields } from '../../protocol/resources/resource.ts';

/** What stands where something personal was: an empty text, or nothing. */
export function emptyOf(value: unknown): '' | null {
  return typeof value === 'string' ? '' : null;
}

/** A row without what is about the person of these ids; the same row where nothing of it is. */
export function withoutPerson<Row extends Readonly<Record<string, unknown>>>(
  fields: Fields,
  row: Row,
  ids: ReadonlySet<string>,
): Row {
  const emptied = Object.entries(fields).flatMap(([name, { mark, about }]) => {
    if (mark === 'plain' || about === null) return [];
    const [subject, value, empty] = [row[about], row[name], emptyOf(row[name])];
    if (typeof subject !== 'string' || !ids.has(subject) || value === empty) return [];
    return value === undefined ? [] : [[name, empty] as const];
  });
  return emptied.length === 0 ? row : { ...row, ...Object.fromEntries(emptied) };
}

/** The fields that say whom personal fields are about. */
export function subjectsOf(fields: Fields): readonly string[] {
  const subjects = Object.values(fields).flatMap(({ mark, about }) =>
    mark === 'personal' && about !== null ? [about] : [],
  );
  return [...new Set(subjects)];
}
