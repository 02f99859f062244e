import { expect, it } from 'vitest';
import { RESOURCE, RESOURCES } from './registry.ts';
import type { Fields } from './resource.ts';

it.each(RESOURCE)(
  'what is personal of %s is about somebody whom an id of the row names',
  (name) => {
    const fields: Fields = RESOURCES[name].fields;
    const personal = Object.values(fields).filter(({ mark }) => mark === 'personal');
    const unnamed = personal.filter(({ about }) => (fields[about ?? '']?.names ?? null) === null);
    expect(unnamed).toEqual([]);
  },
);
