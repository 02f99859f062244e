import { expect, it } from 'vitest';
import { FIRST_TEXTS, LATER_TEXTS } from './en/all.ts';
import { groups } from './en/groups.ts';
import { rights } from './en/rights.ts';
import { serverPages } from './en/server-pages.ts';

const later = await Promise.all(Object.values(LATER_TEXTS).map((load) => load()));
const named: ReadonlySet<string> = new Set(
  [groups, rights, serverPages].flatMap(({ permission }) => Object.values(permission)),
);

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

it('a permission that a text says one needs is called so where it is given', () => {
  const needed = leaves([FIRST_TEXTS, later]).flatMap((text) =>
    [...text.matchAll(/permissions? (‘[^’]+’(?:(?:, | and )‘[^’]+’)*)/g)].flatMap(
      ([, names = '']) =>
        [...names.matchAll(/‘([^’]+)’/g)].flatMap(([, name = '']) =>
          name.includes('{{') ? [] : name,
        ),
    ),
  );
  expect(needed.length).toBeGreaterThan(5);
  expect(needed.filter((name) => !named.has(name))).toEqual([]);
});
