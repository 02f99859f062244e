import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { arbitraryOf } from '../testing/arbitrary-of.ts';
import { damaged } from '../testing/damaged.ts';
import { EVENTS } from './events.ts';
import { hexId } from './fields.ts';
import { compileGuard } from './compile-guard.ts';
import { generatedGuard } from './guard-code.ts';
import { guardOf } from './guard.ts';
import { shapeOf, type Shape } from './shape.ts';

const schemas = {
  trimmed: z.string().trim().min(2).max(5),
  bounded: z.int().min(-3).max(7),
  fraction: z.number().min(0),
  record: z.record(z.string().max(9), z.int()),
  strict: z.strictObject({ a: z.boolean(), b: z.string().optional() }),
  optional: z.object({ a: z.boolean().optional() }),
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
  many: z.enum(Array.from({ length: 20 }, (_, at) => `v${at}`)),
  rows: z.array(z.object({ a: z.int().nullable(), b: z.array(z.boolean()).optional() })).min(1),
  union: z.discriminatedUnion('k', [
    z.object({ k: z.literal('one'), n: z.int() }),
    z.discriminatedUnion('k', [
      z.object({ k: z.literal(['two', 'three']), s: z.string().nullable() }),
    ]),
  ]),
};

const MAKERS = { interpreted: guardOf, generated: generatedGuard };
const EACH = Object.entries(schemas).flatMap(([name, schema]) =>
  Object.entries(MAKERS).map(([how, make]) => ({ name, schema, how, make })),
);

const path = fc.array(fc.nat({ max: 8 }), { maxLength: 6 });
/** What stands in the wrong place, or beyond an edge. */
const other = fc.oneof(fc.jsonValue(), fc.constantFrom(-4, -1, 0, 0.5, 8, 2 ** 60));

/** Values of a shape, others, and values of the shape with one thing more, another or too many. */
function valuesNear(shape: Shape): fc.Arbitrary<unknown> {
  const near = arbitraryOf(shape);
  const keys = fc.constantFrom('a', 'b', 'k', '__proto__', 'more');
  return fc.oneof(
    near,
    fc.jsonValue(),
    fc
      .tuple(near, path, other)
      .map(([value, at, item]) => JSON.parse(JSON.stringify(damaged(value, at, item))) as unknown),
    near.map((value) => (Array.isArray(value) ? [...value, ...value] : value) as unknown),
    fc.tuple(near, keys, fc.jsonValue()).map(([value, key, item]): unknown => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const rest = JSON.stringify(value).slice(1);
      const more = `${JSON.stringify(key)}:${JSON.stringify(item)}`;
      return JSON.parse(`{${more}${rest === '}' ? '' : ','}${rest}`);
    }),
  );
}

describe('guards', () => {
  it.each(EACH)(
    'of $name, $how, accept what their schema gives unchanged, and no more',
    ({ schema, make }) => {
      const shape = shapeOf(schema)!;
      const guard = make(shape);
      const near = arbitraryOf(shape);
      const values = valuesNear(shape);
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

  it.each(Object.entries(EVENTS))('of %s say the same, generated or interpreted', (_, schema) => {
    const shape = shapeOf(schema)!;
    const [generated, interpreted] = [generatedGuard(shape), guardOf(shape)];
    fc.assert(
      fc.property(valuesNear(shape), (value) => {
        expect(generated(value)).toBe(interpreted(value));
      }),
      { numRuns: 500 },
    );
  });

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
      z.object({ constructor: z.unknown().optional() }),
      z.union([z.string(), z.int()]),
    ];
    for (const schema of others) expect(compileGuard(schema)).toBeNull();
  });
});
