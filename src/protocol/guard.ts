import type { z } from 'zod';

/** Whether a value is exactly what its schema would give for it. */
export type Guard = (value: unknown) => boolean;

/**
 * A fast check made of a schema, for JSON values. Where it says yes, parsing the value with the
 * schema would succeed and give an equal value, so that parsing can be skipped. Where it says no,
 * only the schema knows: the value is wrong, or has properties that parsing leaves out. It needs
 * no generated code, so that it is as fast under a content security policy. Null where the schema
 * changes what it parses, or has parts that are not known here.
 */
export function compileGuard(schema: z.core.$ZodType): Guard | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return stringGuard(def);
    case 'number':
      return numberGuard(def);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'unknown':
      return () => true;
    case 'literal':
      return memberGuard(def.values);
    case 'enum':
      return memberGuard(Object.values(def.entries));
    case 'nullable': {
      const inner = compileGuard(def.innerType);
      return inner && ((value) => value === null || inner(value));
    }
    case 'array': {
      const element = def.checks?.length ? null : compileGuard(def.element);
      return element && ((value) => Array.isArray(value) && value.every(element));
    }
    case 'record':
      return recordGuard(def.keyType, def.valueType);
    case 'object':
      return def.checks?.length ? null : objectGuard(def);
    case 'union':
      return 'discriminator' in def ? unionGuard(def as z.core.$ZodDiscriminatedUnionDef) : null;
    default:
      return null;
  }
}

type Check = z.core.$ZodChecks['_zod']['def'];

function checksOf(def: { readonly checks?: z.core.$ZodCheck<never>[] | undefined }): Check[] {
  return (def.checks ?? []).map((check) => check._zod.def as Check);
}

function stringGuard(def: z.core.$ZodStringDef): Guard | null {
  if ('format' in def || 'coerce' in def) return null;
  let least = 0;
  let most = Infinity;
  let pattern: RegExp | null = null;
  for (const check of checksOf(def)) {
    if (check.check === 'min_length') least = Math.max(least, check.minimum);
    else if (check.check === 'max_length') most = Math.min(most, check.maximum);
    else if (check.check === 'string_format' && check.format === 'regex' && pattern === null) {
      pattern = check.pattern ?? null;
      if (pattern === null || pattern.global || pattern.sticky) return null;
    } else return null;
  }
  if (pattern === null && least === 0 && most === Infinity) {
    return (value) => typeof value === 'string';
  }
  return (value) =>
    typeof value === 'string' &&
    value.length >= least &&
    value.length <= most &&
    (pattern === null || pattern.test(value));
}

function numberGuard(def: z.core.$ZodNumberDef): Guard | null {
  if ('coerce' in def) return null;
  const whole = 'format' in def;
  if (whole && def.format !== 'safeint') return null;
  let least = -Infinity;
  let most = Infinity;
  for (const check of checksOf(def)) {
    if (check.check === 'greater_than' && check.inclusive && typeof check.value === 'number') {
      least = Math.max(least, check.value);
    } else if (check.check === 'less_than' && check.inclusive && typeof check.value === 'number') {
      most = Math.min(most, check.value);
    } else return null;
  }
  return whole
    ? (value) =>
        Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
    : (value) => Number.isFinite(value) && (value as number) >= least && (value as number) <= most;
}

function memberGuard(values: readonly unknown[]): Guard {
  const members = new Set(values);
  return (value) => members.has(value);
}

function recordGuard(keyType: z.core.$ZodType, valueType: z.core.$ZodType): Guard | null {
  const key = compileGuard(keyType);
  const item = compileGuard(valueType);
  if (key === null || item === null || keyType._zod.values !== undefined) return null;
  return (value) => {
    if (!isObject(value)) return false;
    for (const name in value) if (!key(name) || !item(value[name])) return false;
    return !Object.hasOwn(value, '__proto__');
  };
}

function objectGuard(def: z.core.$ZodObjectDef): Guard | null {
  if (def.catchall !== undefined && def.catchall._zod.def.type !== 'never') return null;
  const names = Object.keys(def.shape);
  const guards: Guard[] = [];
  const optional: boolean[] = [];
  for (const name of names) {
    const property = def.shape[name] as z.core.$ZodTypes;
    const isOptional = property._zod.def.type === 'optional';
    const guard = compileGuard(
      isOptional ? (property as z.core.$ZodOptional)._zod.def.innerType : property,
    );
    if (guard === null) return null;
    guards.push(guard);
    optional.push(isOptional);
  }
  return (value) => {
    if (!isObject(value)) return false;
    let found = 0;
    for (let index = 0; index < names.length; index++) {
      const item = value[names[index] as string];
      if (item === undefined) {
        if (optional[index] !== true) return false;
      } else if (guards[index]?.(item) === true) found++;
      else return false;
    }
    return Object.keys(value).length === found;
  };
}

/** By the discriminator's value; options that are unions themselves are laid flat. */
function unionGuard(def: z.core.$ZodDiscriminatedUnionDef): Guard | null {
  const guards = new Map<unknown, Guard>();
  const add = (options: readonly z.core.$ZodType[]): boolean =>
    options.every((option) => {
      const inner = (option as z.core.$ZodTypes)._zod.def;
      if (inner.type === 'union') return 'discriminator' in inner && add(inner.options);
      const guard = compileGuard(option);
      const values = option._zod.propValues?.[def.discriminator];
      if (guard === null || values === undefined) return false;
      for (const value of values) guards.set(value, guard);
      return true;
    });
  if (!add(def.options)) return null;
  const { discriminator } = def;
  return (value) => isObject(value) && guards.get(value[discriminator])?.(value) === true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
