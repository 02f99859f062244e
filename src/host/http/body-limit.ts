/** How many bytes the body of a call may have: what its own schema lets a client send, and never less than is usual. */
import type { z } from 'zod';
import type { Call } from '../../protocol/call.ts';
import { patternBytes, type PatternBytes } from './pattern-bytes.ts';

/** Bytes of any body. */
export const USUAL_BYTES = 64 * 1024;

/** Bytes of a character that is written as `\u0001`, as some clients write all that is not ASCII. */
const ESCAPED = 6;
/** Of a number that is no integer: sign, 17 digits, point and exponent. */
const NUMBER = 24;
/** Behind each name and each value, as clients write them: `, ` and `: `. */
const SEPARATOR = 2;

/** The most bytes of a call's body. A schema that has no end lets no more through than is usual. */
export function bodyLimitOf({ body, bodyLimit }: Pick<Call, 'body' | 'bodyLimit'>): number {
  if (bodyLimit !== undefined) return bodyLimit;
  const most = mostBytes(body);
  return Number.isFinite(most) ? Math.max(USUAL_BYTES, most) : USUAL_BYTES;
}

/** The most bytes of a value in JSON; Infinity where its schema has no end, or is not known here. */
function mostBytes(schema: z.core.$ZodType): number {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return stringBytes(schema as z.ZodString, def);
    case 'number':
      return numberBytes(def);
    case 'boolean':
      return 'false'.length;
    case 'literal':
      return Math.max(...def.values.map(written));
    case 'enum':
      return Math.max(...Object.values(def.entries).map(written));
    case 'nullable':
      return Math.max('null'.length, mostBytes(def.innerType));
    case 'optional':
    case 'default':
      return mostBytes(def.innerType);
    case 'array':
      return 2 + checked(def, 'max_length', Infinity) * (mostBytes(def.element) + SEPARATOR);
    case 'object':
      return Object.entries(def.shape).reduce(
        (sum, [name, field]) => sum + written(name) + mostBytes(field) + 2 * SEPARATOR,
        2,
      );
    case 'union':
      return Math.max(...def.options.map(mostBytes));
    default:
      return Infinity;
  }
}

function stringBytes(schema: z.ZodString, def: z.core.$ZodStringDef): number {
  const most = checked(def, 'max_length', Infinity);
  if (schema.meta()?.['contentEncoding'] === 'base64') return 2 + most;
  const patterns = checksOf(def).flatMap((check): PatternBytes[] =>
    check.check === 'string_format' && 'pattern' in check && check.pattern !== undefined
      ? [patternBytes(check.pattern)]
      : [],
  );
  const least = (bytes: readonly number[]) => Math.min(...bytes);
  const character = least([ESCAPED, ...patterns.map((pattern) => pattern.character)]);
  return 2 + least([most * character, ...patterns.map(({ all }) => all)]);
}

function numberBytes(def: z.core.$ZodNumberDef): number {
  if (!('format' in def)) return NUMBER;
  const bound = Number.MAX_SAFE_INTEGER;
  return Math.max(
    written(checked(def, 'greater_than', -bound)),
    written(checked(def, 'less_than', bound)),
  );
}

type Check = z.core.$ZodChecks['_zod']['def'];

function checksOf(def: { readonly checks?: z.core.$ZodCheck<never>[] | undefined }): Check[] {
  return (def.checks ?? []).map((check) => check._zod.def as Check);
}

/** What a check of a schema says; `otherwise` where there is none. */
function checked(
  def: { readonly checks?: z.core.$ZodCheck<never>[] | undefined },
  name: 'max_length' | 'greater_than' | 'less_than',
  otherwise: number,
): number {
  const check = checksOf(def).find((one) => one.check === name);
  if (check?.check === 'max_length') return check.maximum;
  return check !== undefined && 'value' in check ? Number(check.value) : otherwise;
}

function written(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
