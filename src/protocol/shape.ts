import type { z } from 'zod';
import { marksOf, type Marks } from './marks.ts';

/** What a schema asks of a JSON value, as plain data, and what is known of it beside. */
export type Shape = Bare & Marks;

type Bare =
  /** Lengths in UTF-16 code units. A value that an overwrite (trimming) would change is no such string. */
  | {
      readonly kind: 'string';
      readonly least: number;
      readonly most: number;
      readonly patterns: readonly RegExp[];
      readonly overwrites: readonly ((value: string) => string)[];
    }
  /** From `least` to `most`, both included. */
  | {
      readonly kind: 'number';
      readonly whole: boolean;
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'anything' }
  | { readonly kind: 'one-of'; readonly values: readonly unknown[] }
  | { readonly kind: 'nullable'; readonly inner: Shape }
  | {
      readonly kind: 'array';
      readonly element: Shape;
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'record'; readonly key: Shape; readonly value: Shape }
  | { readonly kind: 'object'; readonly properties: ReadonlyMap<string, Property> }
  | {
      readonly kind: 'union';
      readonly discriminator: string;
      readonly options: ReadonlyMap<unknown, Shape>;
    };

export interface Property {
  readonly shape: Shape;
  readonly required: boolean;
}

/** The shape of a schema; null where it converts what it parses, or has parts that are not known here. */
export function shapeOf(schema: z.core.$ZodType): Shape | null {
  const shape = bareShape(schema);
  return shape && { ...shape, ...marksOf(schema) };
}

function bareShape(schema: z.core.$ZodType): Bare | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return stringShape(def);
    case 'number':
      return numberShape(def);
    case 'boolean':
      return { kind: 'boolean' };
    case 'unknown':
      return { kind: 'anything' };
    case 'null':
      return { kind: 'one-of', values: [null] };
    case 'literal':
      return { kind: 'one-of', values: def.values };
    case 'enum':
      return { kind: 'one-of', values: Object.values(def.entries) };
    case 'nullable': {
      const inner = shapeOf(def.innerType);
      return inner && { kind: 'nullable', inner };
    }
    case 'array':
      return arrayShape(def);
    case 'record': {
      const key = shapeOf(def.keyType);
      const value = shapeOf(def.valueType);
      return key?.kind === 'string' && value ? { kind: 'record', key, value } : null;
    }
    case 'object':
      return objectShape(def);
    case 'union':
      return 'discriminator' in def ? unionShape(def as z.core.$ZodDiscriminatedUnionDef) : null;
    default:
      return null;
  }
}

type Check = z.core.$ZodChecks['_zod']['def'];

function checksOf(def: { readonly checks?: z.core.$ZodCheck<never>[] | undefined }): Check[] {
  return (def.checks ?? []).map((check) => check._zod.def as Check);
}

function stringShape(def: z.core.$ZodStringDef): Bare | null {
  if ('format' in def || 'coerce' in def) return null;
  let least = 0;
  let most = Infinity;
  const patterns: RegExp[] = [];
  const overwrites: ((value: string) => string)[] = [];
  for (const check of checksOf(def)) {
    if (check.check === 'min_length') least = Math.max(least, check.minimum);
    else if (check.check === 'max_length') most = Math.min(most, check.maximum);
    else if (check.check === 'overwrite') {
      const overwrite = check as z.core.$ZodCheckOverwriteDef<string>;
      overwrites.push((value) => overwrite.tx(value));
    } else if (check.check === 'string_format' && check.format === 'regex' && check.pattern) {
      if (check.pattern.global || check.pattern.sticky) return null;
      patterns.push(check.pattern);
    } else return null;
  }
  return { kind: 'string', least, most, patterns, overwrites };
}

function numberShape(def: z.core.$ZodNumberDef): Bare | null {
  if ('coerce' in def) return null;
  const whole = 'format' in def;
  if (whole && def.format !== 'safeint') return null;
  let least = -Number.MAX_VALUE;
  let most = Number.MAX_VALUE;
  for (const check of checksOf(def)) {
    if (check.check !== 'greater_than' && check.check !== 'less_than') return null;
    if (!check.inclusive || typeof check.value !== 'number') return null;
    if (check.check === 'greater_than') least = Math.max(least, check.value);
    else most = Math.min(most, check.value);
  }
  return { kind: 'number', whole, least, most };
}

function arrayShape(def: z.core.$ZodArrayDef): Bare | null {
  const element = shapeOf(def.element);
  if (element === null) return null;
  let least = 0;
  let most = Infinity;
  for (const check of checksOf(def)) {
    if (check.check === 'min_length') least = Math.max(least, check.minimum);
    else if (check.check === 'max_length') most = Math.min(most, check.maximum);
    else return null;
  }
  return { kind: 'array', element, least, most };
}

function objectShape(def: z.core.$ZodObjectDef): Bare | null {
  const open = def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
  if (open || checksOf(def).length > 0) return null;
  const properties = new Map<string, Property>();
  for (const [name, schema] of Object.entries(def.shape)) {
    // Every object seems to have it.
    if (name in Object.prototype) return null;
    const { def: inner } = (schema as z.core.$ZodTypes)._zod;
    const required = inner.type !== 'optional';
    const shape = shapeOf(required ? schema : inner.innerType);
    if (shape === null) return null;
    properties.set(name, { shape: { ...shape, ...marksOf(schema) }, required });
  }
  return { kind: 'object', properties };
}

/** Options that are unions themselves are laid flat. */
function unionShape({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): Bare | null {
  const flat = new Map<unknown, Shape>();
  for (const option of options) {
    const shape = shapeOf(option);
    if (shape?.kind === 'union' && shape.discriminator === discriminator) {
      for (const [value, inner] of shape.options) flat.set(value, inner);
      continue;
    }
    const values = option._zod.propValues?.[discriminator];
    if (shape === null || values === undefined) return null;
    for (const value of values) flat.set(value, shape);
  }
  return { kind: 'union', discriminator, options: flat };
}
