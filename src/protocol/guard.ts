import type { Property, Shape } from './shape.ts';

/** Whether a JSON value is exactly what its schema would give for it. */
export type Guard = (value: unknown) => boolean;

/** A guard of one shape that needs no generated code, so that it works under a content security policy. */
export function guardOf(shape: Shape): Guard {
  switch (shape.kind) {
    case 'string':
      return stringGuard(shape);
    case 'number':
      return numberGuard(shape);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'anything':
      return () => true;
    case 'one-of': {
      const values = new Set(shape.values);
      return (value) => values.has(value);
    }
    case 'nullable': {
      const inner = guardOf(shape.inner);
      return (value) => value === null || inner(value);
    }
    case 'array':
      return arrayGuard(shape);
    case 'record':
      return recordGuard(shape);
    case 'object':
      return objectGuard(shape.properties);
    case 'union': {
      const { discriminator } = shape;
      const guards = new Map([...shape.options].map(([value, option]) => [value, guardOf(option)]));
      return (value) => isObject(value) && guards.get(value[discriminator])?.(value) === true;
    }
  }
}

function stringGuard(shape: Shape & { kind: 'string' }): Guard {
  if (isFree(shape)) return (value) => typeof value === 'string';
  const { least, most, patterns, overwrites } = shape;
  const [pattern] = patterns;
  if (patterns.length === 1 && pattern !== undefined && overwrites.length === 0) {
    const digits = hexDigits(pattern);
    if (digits !== null && least <= digits && digits <= most) {
      return (value) => typeof value === 'string' && value.length === digits && isHex(value);
    }
    return (value) =>
      typeof value === 'string' &&
      value.length >= least &&
      value.length <= most &&
      pattern.test(value);
  }
  return (value) =>
    typeof value === 'string' &&
    value.length >= least &&
    value.length <= most &&
    patterns.every((each) => each.test(value)) &&
    overwrites.every((overwrite) => overwrite(value) === value);
}

/** How many digits a pattern asks for that is of so many hexadecimal digits alone; null for every other. */
function hexDigits({ source, flags }: RegExp): number | null {
  const count = flags === '' ? /^\^\[0-9a-f\]\{(\d+)\}\$$/.exec(source)?.[1] : undefined;
  return count === undefined ? null : Number(count);
}

const HEX = new Uint8Array(128);
for (const digit of '0123456789abcdef') HEX[digit.charCodeAt(0)] = 1;

/** Half of what a regular expression costs: frames are full of ids. */
function isHex(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (HEX[text.charCodeAt(at)] !== 1) return false;
  return true;
}

/** Whether any text will do. */
export function isFree({ least, most, patterns, overwrites }: Shape & { kind: 'string' }): boolean {
  return patterns.length + overwrites.length === 0 && least === 0 && most === Infinity;
}

function numberGuard({ whole, least, most }: Shape & { kind: 'number' }): Guard {
  if (!whole) {
    return (value) => typeof value === 'number' && value >= least && value <= most;
  }
  return (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
}

function arrayGuard({ element, least, most }: Shape & { kind: 'array' }): Guard {
  const guard = guardOf(element);
  return (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return false;
    for (const item of value) if (!guard(item)) return false;
    return true;
  };
}

function recordGuard(shape: Shape & { kind: 'record' }): Guard {
  const isKey = guardOf(shape.key);
  const isValue = guardOf(shape.value);
  return (value) => {
    if (!isObject(value)) return false;
    for (const name in value) {
      if (name === '__proto__' || !isKey(name) || !isValue(value[name])) return false;
    }
    return true;
  };
}

/** How a property is judged: what is most common without a call, since every property of every frame passes. */
interface Check {
  readonly name: string;
  readonly required: boolean;
  readonly judged: 'as-text' | 'as-whole-number' | 'as-flag' | 'as-anything' | 'by-guard';
  /** Of a whole number. */
  readonly least: number;
  readonly most: number;
  readonly nullable: boolean;
  readonly guard: Guard;
}

function checkOf(name: string, { shape, required }: Property): Check {
  const nullable = shape.kind === 'nullable';
  const inner = nullable ? shape.inner : shape;
  const [least, most] = inner.kind === 'number' ? [inner.least, inner.most] : [0, 0];
  return { name, required, judged: judged(inner), least, most, nullable, guard: guardOf(shape) };
}

function fits(check: Check, item: unknown): boolean {
  if (check.nullable && item === null) return true;
  switch (check.judged) {
    case 'as-text':
      return typeof item === 'string';
    case 'as-whole-number':
      return (
        typeof item === 'number' &&
        Number.isSafeInteger(item) &&
        item >= check.least &&
        item <= check.most
      );
    case 'as-flag':
      return typeof item === 'boolean';
    case 'as-anything':
      return true;
    case 'by-guard':
      return check.guard(item);
  }
}

function judged(shape: Shape): Check['judged'] {
  switch (shape.kind) {
    case 'string':
      return isFree(shape) ? 'as-text' : 'by-guard';
    case 'number':
      return shape.whole ? 'as-whole-number' : 'by-guard';
    case 'boolean':
      return 'as-flag';
    case 'anything':
      return 'as-anything';
    default:
      return 'by-guard';
  }
}

function objectGuard(properties: ReadonlyMap<string, Property>): Guard {
  const checks = [...properties].map(([name, property]) => checkOf(name, property));
  const places = new Map(checks.map(({ name }, place) => [name, place]));
  const all = checks.filter(({ required }) => required).length;
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    // An array has none of the properties, so only where none is required can it pass for an object.
    if (all === 0 && Array.isArray(value)) return false;
    const object = value as Readonly<Record<string, unknown>>;
    let missing = all;
    let next = 0;
    for (const name in object) {
      // Hosts write the properties in one order: the place is nearly always the next one.
      let check = checks[next];
      if (check === undefined || check.name !== name) {
        const place = places.get(name);
        if (place === undefined) return false;
        next = place;
        check = checks[next];
        if (check === undefined) return false;
      }
      if (!fits(check, object[name])) return false;
      if (check.required) missing--;
      next++;
    }
    return missing === 0;
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
