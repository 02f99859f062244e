/**
 * Takes out of a value what a person may ask to have erased, as the marks of its schema say, and puts it back. Ids
 * stay; names, texts and addresses go beside it, by the person they are about. What takes their place (empty text,
 * null) still fits the schema, so that what is erased can be told.
 */
import type { z } from 'zod';
import { shapeOf, type Shape } from '../../protocol/shape.ts';

/** A partial of a value, and whom it is about (a muster_id, a play session, or empty: nobody). */
export interface PersonalPart {
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Separated {
  /** The same value where nothing of it is about a person. */
  readonly data: unknown;
  readonly personal: readonly PersonalPart[];
}

export type Separate = (value: unknown) => Separated;

/** How values of a schema are split. Made once, since every event goes through it; `restore` is its inverse. */
export function separator(schema: z.core.$ZodType): Separate {
  const shape = shapeOf(schema);
  const walk = shape && walkOf(shape, []);
  if (walk === null) return (data) => ({ data, personal: [] });
  return (value) => {
    const parts = new Map<string, Data>();
    const data = walk(value, {}, parts);
    return { data, personal: [...parts].map(([subject, part]) => ({ subject, data: part })) };
  };
}

/** Puts back what is still there. Parts may come in any order; those that were erased are absent. */
export function restore(data: unknown, parts: readonly unknown[]): unknown {
  return parts.reduce(mergeInto, data);
}

type Data = Record<string, unknown>;
type Path = readonly string[];

/** What stays of a value that stands in `within`; what goes is put into the parts. */
type Walk = (value: unknown, within: Data, parts: Map<string, Data>) => unknown;

/** null: nothing of such a value is taken. What lists tell is not looked at. */
function walkOf(shape: Shape, path: Path): Walk | null {
  if (shape.about !== undefined) return taking(shape.about, path, shape.kind === 'nullable');
  switch (shape.kind) {
    case 'nullable':
      return walkOf(shape.inner, path);
    case 'object':
      return objectWalk(shape, path);
    case 'union':
      return unionWalk(shape, path);
    default:
      return null;
  }
}

function taking(about: readonly string[], path: Path, nullable: boolean): Walk {
  const subjects = about.map((id) => id.split('.'));
  const places = path.slice(0, -1);
  const name = path.at(-1) ?? '';
  const empty = nullable ? null : '';
  return (value, within, parts) => {
    if (value === undefined || value === null || value === '') return value;
    const subject = subjectOf(within, subjects);
    let part = parts.get(subject);
    if (part === undefined) {
      part = {};
      parts.set(subject, part);
    }
    for (const place of places) part = (part[place] ??= {}) as Data;
    part[name] = value;
    return empty;
  };
}

function objectWalk({ properties }: Shape & { kind: 'object' }, path: Path): Walk | null {
  const walks = [...properties].flatMap(([name, { shape }]) => {
    const walk = walkOf(shape, [...path, name]);
    return walk === null ? [] : [[name, walk] as const];
  });
  if (walks.length === 0) return null;
  return (value, _, parts) => {
    if (!isRecord(value)) return value;
    let rest = value;
    for (const [name, walk] of walks) {
      const left = walk(value[name], value, parts);
      if (left === value[name]) continue;
      if (rest === value) rest = { ...value };
      rest[name] = left;
    }
    return rest;
  };
}

function unionWalk({ discriminator, options }: Shape & { kind: 'union' }, path: Path): Walk | null {
  const walks = new Map([...options].map(([told, shape]) => [told, walkOf(shape, path)]));
  if ([...walks.values()].every((walk) => walk === null)) return null;
  return (value, within, parts) => {
    const walk = isRecord(value) ? walks.get(value[discriminator]) : null;
    return walk ? walk(value, within, parts) : value;
  };
}

/** The first id that is there. */
function subjectOf(within: Data, paths: readonly Path[]): string {
  for (const path of paths) {
    let id: unknown = within;
    for (const name of path) id = isRecord(id) ? id[name] : null;
    if (typeof id === 'string') return id;
  }
  return '';
}

function mergeInto(base: unknown, part: unknown): unknown {
  if (!isRecord(base) || !isRecord(part)) return part;
  const merged: Data = { ...base };
  for (const [key, value] of Object.entries(part)) merged[key] = mergeInto(base[key], value);
  return merged;
}

function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
