import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PAGED, RESOURCES } from '../../protocol/resources/registry.ts';
import { PAGED_ROW, ROW } from '../../protocol/resources/schemas.ts';
import { shapeOf } from '../../protocol/shape.ts';
import { arbitraryOf } from '../../testing/arbitrary-of.ts';
import { subjectsOf, withoutPerson } from './erased.ts';
import { separator } from './separate.ts';

const [person, other] = ['a'.repeat(24), 'b'.repeat(24)];

const schemas = { ...ROW, ...PAGED_ROW };

it.each(Object.values({ ...RESOURCES, ...PAGED }))(
  'empties each personal field of a row of $name, where it is about who is erased, and nothing else',
  ({ name, fields }) => {
    const schema = schemas[name];
    const declared = Object.entries(fields);
    const separate = separator(schema);
    fc.assert(
      fc.property(
        arbitraryOf(shapeOf(schema)!),
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        (made, turns) => {
          const abouts = subjectsOf(fields).map((about, at) => {
            return [about, turns[at] === true ? person : other] as const;
          });
          const row = { ...(made as object), ...Object.fromEntries(abouts) };
          const before: Readonly<Record<string, unknown>> = row;
          const after: Readonly<Record<string, unknown>> = withoutPerson(
            separate,
            before,
            new Set([person]),
          );
          expect(schema.safeParse(after).success).toBe(true);
          for (const [name, { mark, about }] of declared) {
            const isTheirs = mark === 'personal' && about !== null && before[about] === person;
            if (isTheirs) expect([undefined, null, '']).toContain(after[name]);
            else expect(after[name]).toEqual(before[name]);
          }
          expect(withoutPerson(separate, after, new Set([person]))).toBe(after);
        },
      ),
    );
  },
);
