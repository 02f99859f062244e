import { expect, it } from 'vitest';
import { PAGED, PAGED_RESOURCE, RESOURCE, RESOURCES, TOLD } from './registry.ts';
import type { PagedResource } from './paged.ts';
import { LIST_MAX, type Fields } from './resource.ts';

it.each([...RESOURCE, ...PAGED_RESOURCE])(
  'what is personal of %s is about somebody whom an id of the row names',
  (name) => {
    const { fields }: { fields: Fields } = { ...RESOURCES, ...PAGED }[name];
    const personal = Object.values(fields).filter(({ mark }) => mark === 'personal');
    const unnamed = personal.filter(({ about }) => (fields[about ?? '']?.names ?? null) === null);
    expect(unnamed).toEqual([]);
  },
);

it.each(PAGED_RESOURCE)('%s is narrowed down to each player whom it names', (name) => {
  const { fields, filters }: Pick<PagedResource, 'fields' | 'filters'> = PAGED[name];
  // By the index of such a filter their rows are found when two players become one.
  const found = Object.values(filters).flatMap(({ kind, field }) =>
    kind === 'is' || kind === 'has' ? field : [],
  );
  const naming = Object.keys(fields).filter((field) => fields[field]?.names === 'player');
  // A field that several are in has those of the others as well.
  const several = Object.values(filters).some(
    ({ kind, field }) => kind === 'has' && naming.includes(field),
  );
  expect(several || naming.every((field) => found.includes(field))).toBe(true);
});

it.each(Object.values(TOLD))('a list of $name shows all that there may be', ({ most }) => {
  expect(most).toBeLessThanOrEqual(LIST_MAX);
});
