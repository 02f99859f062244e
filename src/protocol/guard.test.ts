import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { arbitraryOf } from '../testing/arbitrary-of.ts';
import { hexId } from './fields.ts';
import { compileGuard } from './guard.ts';
import { shapeOf } from './shape.ts';

const schemas = {
  trimmed: z.string().trim().min(2).max(5),
  bounded: z.int().min(-3).max(7),
  fraction: z.number().min(0),
  record: z.record(z.string().max(9), z.int()),
  strict: z.strictObject({ a: z.boolean(), b: z.string().optional() }),
  open: z.object({ a: z.literal([1, 'x']), b: z.unknown() }),
  mixed: z.object({
    text: z.string().nullable(),
    whole: z.int().min(2).max(9).nullable().optional(),
    flag: z.boolean().optional(),
    id: hexId.nullable(),
    anything: z.unknown(),
  }),
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

  it('of ids accept what the pattern accepts, and nothing else', () => {
    const beside = ['/', ':', '`', 'g', 'A', 'F', 'é', '\n', '\u{1f600}', '\u0130'];
    const signs = fc.constantFrom('0', '5', '9', 'a', 'c', 'f', ...beside);
    const texts = fc.oneof(
      fc.string({ unit: signs, minLength: 22, maxLength: 26 }),
      fc.stringMatching(/^[0-9a-f]{23,25}$/),
      fc.tuple(fc.stringMatching(/^[0-9a-f]{23}$/), signs).map((parts) => parts.join('')),
    );
    const guard = compileGuard(hexId)!;
    fc.assert(
      fc.property(texts, (text) => {
        expect(guard(text)).toBe(hexId.safeParse(text).success);
      }),
      { numRuns: 2_000 },
    );
    for (const pattern of [/^[0-9a-f]{2}$/i, /^[0-9a-f]{2,3}$/, /[0-9a-f]{2}$/]) {
      const other = z.string().regex(pattern).min(1);
      const asked = compileGuard(other)!;
      for (const text of ['ab', 'AB', 'abc', 'xab', '']) {
        expect(asked(text)).toBe(other.safeParse(text).success);
      }
    }
  });

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
