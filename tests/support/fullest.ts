import * as fc from 'fast-check';
import type { z } from 'zod';

/** What takes most in JSON first; a text of one of them fits most schemas, and the last but one what asks for words. */
const CHARACTERS = ['\u0001', '\u4e2d', '"', 'a', 'they say so ', '1'];
/** Texts of a pattern that are tried for the longest. */
const TRIED = 200;

/**
 * A value that is as long in JSON as its schema lets it be. `seen`: what texts without an end stand for: what an editor
 * saw was written by the rules of what they write.
 */
export function fullestOf(schema: z.core.$ZodType, seen?: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return fullestText(schema as z.ZodString, seen);
    case 'number':
      return fullestNumber(schema as z.ZodNumber);
    case 'boolean':
      return false;
    case 'literal':
      return longest([...def.values]);
    case 'enum':
      return longest(Object.values(def.entries));
    case 'nullable':
    case 'optional':
    case 'default':
      return fullestOf(def.innerType, seen);
    case 'array': {
      const most = checkOf(def, 'max_length')?.maximum;
      const items = Array.isArray(seen) ? (seen as unknown[]) : [];
      if (most === undefined) throw new RangeError('A list has no end.');
      const one = fullestOf(def.element, items[0]);
      return Array.from({ length: most }, () => one);
    }
    case 'object':
      return fullestObject(def.shape, seen);
    case 'union':
      return longest(def.options.map((option) => fullestOf(option, seen)));
    default:
      throw new RangeError(`How long a ${def.type} may be is not known.`);
  }
}

/** What an editor saw (`was`) is like what they write, beside it or as the values of a row. */
function fullestObject(shape: z.core.$ZodShape, seen: unknown): object {
  const object: Record<string, unknown> = {};
  const { was, ...fields } = shape;
  for (const [name, field] of Object.entries(fields)) {
    object[name] = fullestOf(field, partOf(seen, name));
  }
  if (was === undefined) return object;
  return { ...object, was: fullestOf(was, { ...object, ...partOf(object, 'values') }) };
}

function partOf(seen: unknown, name: string): object | undefined {
  return (seen as Record<string, object> | undefined)?.[name];
}

function fullestText(schema: z.ZodString, seen: unknown): string {
  const { def } = schema._zod;
  const most = checkOf(def, 'max_length')?.maximum;
  const pattern = patternOf(def);
  if (most === undefined && pattern === undefined) {
    if (typeof seen === 'string') return seen;
    throw new RangeError('A text has no end.');
  }
  if (schema.meta()?.['contentEncoding'] === 'base64') return 'A'.repeat(most ?? 0);
  const plain = CHARACTERS.map((text) => filled('', text, most ?? 0));
  const accepted = (text: string) => schema.safeParse(text).success;
  const whole = plain.find(accepted);
  if (whole !== undefined) return whole;
  if (pattern === undefined) return 'a'.repeat(most ?? 0);
  const bound = most === undefined ? {} : { maxLength: most };
  const texts = fc.sample(fc.stringMatching(pattern, bound), { seed: 1, numRuns: TRIED });
  const longer = texts.flatMap((text) => CHARACTERS.map((more) => filled(text, more, most ?? 0)));
  return longest([...texts, ...longer].filter(accepted)) as string;
}

/** A text with more of another behind it, up to so many characters. */
function filled(text: string, more: string, most: number): string {
  return text.length >= most ? text : text + more.repeat(most).slice(0, most - text.length);
}

function fullestNumber(schema: z.ZodNumber): number {
  const far = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, -2.2250738585072014e-308];
  const { minValue, maxValue } = schema;
  const bounds = [minValue, maxValue].filter((value) => value !== null && Number.isFinite(value));
  const numbers = [...far, ...bounds].filter((value) => schema.safeParse(value).success);
  return longest(numbers) as number;
}

type Checked = { readonly checks?: z.core.$ZodCheck<never>[] | undefined };

function checkOf(def: Checked, name: 'max_length'): z.core.$ZodCheckMaxLengthDef | undefined {
  return checksOf(def).find((check) => check.check === name) as
    | z.core.$ZodCheckMaxLengthDef
    | undefined;
}

function patternOf(def: Checked): RegExp | undefined {
  const checks = [def, ...checksOf(def)] as readonly { readonly pattern?: RegExp }[];
  const pattern = checks.find((one) => one.pattern !== undefined)?.pattern;
  return pattern && new RegExp(pattern.source, pattern.flags.replace('i', ''));
}

function checksOf({ checks = [] }: Checked): z.core.$ZodChecks['_zod']['def'][] {
  return checks.map((check) => check._zod.def as z.core.$ZodChecks['_zod']['def']);
}

function longest(values: readonly unknown[]): unknown {
  const lengths = values.map((value) => JSON.stringify(value).length);
  return values[lengths.indexOf(Math.max(...lengths))];
}
