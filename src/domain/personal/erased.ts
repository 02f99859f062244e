import type { Fields } from '../../protocol/resources/resource.ts';
import { restore, type Separate } from './separate.ts';

/** A row without what is about the person of these ids; the same row where nothing of it is. */
export function withoutPerson<Row extends Readonly<Record<string, unknown>>>(
  separate: Separate,
  row: Row,
  ids: ReadonlySet<string>,
): Row {
  const { data, personal } = separate(row);
  const others = personal.filter(({ subject }) => !ids.has(subject));
  if (others.length === personal.length) return row;
  return restore(
    data,
    others.map((part) => part.data),
  ) as Row;
}

/** The fields that say whom personal fields are about. */
export function subjectsOf(fields: Fields): readonly string[] {
  const subjects = Object.values(fields).flatMap(({ mark, about }) =>
    mark === 'personal' && about !== null ? [about] : [],
  );
  return [...new Set(subjects)];
}
