import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { arbitraryOf } from '../testing/arbitrary-of.ts';
import { compileGuard } from './guard.ts';
import { shapeOf } from './shape.ts';

const schemas = {
  trimmed: z.string().trim().min(2).max(5),
  bounded: z.int().min(-3).max(7),
  fraction: z.number().min(0),
  record: z.record(z.string().max(9), z.int()),
  strict: z.strictObject({ a: z.boolean(), b: z.string().optional() }),
  open: z.object({ a: z.literal([1, 'x']), b: z.unknown() }),
  list: z
    .array(z.enum(['p', 'q']))
    .min(1)
    .max(3),
  union: z.discriminatedUnion('k', [
    z.object({ k: z.literal('one'), n: z.int() }),
    z.discriminatedUnion('k', [
      z.object({ k: z.literal(['two', 'three']), s: z.string().nullable() }),
    ]),
  ]),
};

describe('guards', () => {
  it.each(Object.entries(schemas))(
    'of %s accept what their schema gives unchanged, and no more',
    (_, schema) => {
      const guard = compileGuard(schema)!;
      const shape = shapeOf(schema)!;
      const near = arbitraryOf(shape);
      const values = fc.oneof(
        near,
        fc.jsonValue(),
        fc
          .tuple(near, fc.constantFrom('a', 'b', 'k', '__proto__', 'more'), fc.jsonValue())
          .map(([value, key, item]): unknown => {
            if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
            const rest = JSON.stringify(value).slice(1);
            const more = `${JSON.stringify(key)}:${JSON.stringify(item)}`;
            return JSON.parse(`{${more}${rest === '}' ? '' : ','}${rest}`);
          }),
      );
      fc.assert(
        fc.property(values, (value) => {
          if (!guard(value)) return;
          expect(schema.safeParse(value)).toEqual({ success: true, data: value });
        }),
        { numRuns: 500 },
      );
      fc.assert(fc.property(near, (value) => guard(value)));
    },
  );

  it('are not made of schemas that convert, or that nobody taught them', () => {
    const others = [
      z.coerce.number(),
      z.string().default('x'),
      z.email(),
      z.string().transform((text) => text.length),
      z.object({ a: z.int().refine((value) => value > 3) }),
      z.looseObject({ a: z.int() }),
      z.union([z.string(), z.int()]),
    ];
    for (const schema of others) expect(compileGuard(schema)).toBeNull();
  });
});
