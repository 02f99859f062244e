import type { z } from 'zod';
import { shapeOf, type Property, type Shape } from './shape.ts';

/** Whether a JSON value is exactly what its schema would give for it. */
export type Guard = (value: unknown) => boolean;

/**
 * A fast check made of a schema. Where it says yes, parsing the value with the schema would succeed
 * and give an equal value, so that parsing can be skipped. Where it says no, only the schema knows:
 * the value is wrong, or has properties that parsing leaves out. It needs no generated code, so that
 * it is as fast under a content security policy. Null where the schema has no `shapeOf`.
 */
export function compileGuard(schema: z.core.$ZodType): Guard | null {
  const shape = shapeOf(schema);
  return shape && guardOf(shape);
}

function guardOf(shape: Shape): Guard {
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

function stringGuard({ least, most, patterns, overwrites }: Shape & { kind: 'string' }): Guard {
  const [pattern] = patterns;
  if (patterns.length + overwrites.length === 0 && least === 0 && most === Infinity) {
    return (value) => typeof value === 'string';
  }
  if (patterns.length === 1 && pattern !== undefined && overwrites.length === 0) {
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

function objectGuard(properties: ReadonlyMap<string, Property>): Guard {
  const names = [...properties.keys()];
  const places = new Map(names.map((name, place) => [name, place]));
  const guards = [...properties.values()].map(({ shape }) => guardOf(shape));
  const required = [...properties.values()].map((property) => property.required);
  const all = required.filter(Boolean).length;
  return (value) => {
    if (typeof value !== 'object' || value === null) return false;
    // An array has none of the properties, so only where none is required can it pass for an object.
    if (all === 0 && Array.isArray(value)) return false;
    const object = value as Readonly<Record<string, unknown>>;
    let missing = all;
    let next = 0;
    for (const name in object) {
      // Hosts write the properties in one order: the place is nearly always the next one.
      const place = names[next] === name ? next : places.get(name);
      if (place === undefined || guards[place]?.(object[name]) !== true) return false;
      if (required[place] === true) missing--;
      next = place + 1;
    }
    return missing === 0;
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
