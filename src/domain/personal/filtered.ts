/**
 * What is told to whoever may not see personal information: addresses, identifiers and places are left out, and so they
 * are where a text names them. The marks of the schema say where those are.
 */
import type { z } from 'zod';
import { CONTENT, type Content } from '../../protocol/marks.ts';
import { shapeOf, type Shape } from '../../protocol/shape.ts';

/** Values that are addresses, identifiers or places as a whole: nothing of them is told. */
const LEFT_OUT: ReadonlySet<Content> = new Set([
  'ip-address',
  'email',
  'guid',
  'steam-id',
  'place',
]);

/** The same value without them; where there are none, the value itself. */
export type Filter = (value: unknown) => unknown;

/** How values of a schema are filtered. `blot` takes addresses and identifiers out of a text. */
export function filterOf(schema: z.core.$ZodType, blot: (text: string) => string): Filter {
  const shape = shapeOf(schema);
  return (shape && walkOf(shape, undefined, blot)) ?? ((value) => value);
}

/** null: nothing of such a value is ever left out. */
function walkOf(
  shape: Shape,
  within: Content | undefined,
  blot: (text: string) => string,
): Filter | null {
  const contains = shape.contains ?? within;
  if (shape.kind === 'nullable') {
    if (isLeftOut(shape.inner, contains)) return () => null;
    return walkOf(shape.inner, contains, blot);
  }
  if (shape.kind === 'string') {
    if (contains !== undefined && LEFT_OUT.has(contains)) return () => '';
    const isText = contains !== undefined && CONTENT[contains] === 'personal';
    return isText || contains === 'words' ? (value) => blotted(value, blot) : null;
  }
  if (shape.kind === 'object') return ofObject(shape.properties, contains, blot);
  if (shape.kind === 'array') {
    const each = walkOf(shape.element, contains, blot);
    return each && ((value) => (Array.isArray(value) ? value.map(each) : value));
  }
  if (shape.kind !== 'union') return null;
  const { discriminator } = shape;
  const options = new Map(
    [...shape.options].map(([told, one]) => [told, walkOf(one, contains, blot)]),
  );
  return (value) => {
    const option = isRecord(value) ? options.get(value[discriminator]) : null;
    return option ? option(value) : value;
  };
}

function ofObject(
  properties: (Shape & { kind: 'object' })['properties'],
  contains: Content | undefined,
  blot: (text: string) => string,
): Filter | null {
  const walks = [...properties].flatMap(([name, { shape }]) => {
    const walk = walkOf(shape, contains, blot);
    return walk === null ? [] : [[name, walk] as const];
  });
  if (walks.length === 0) return null;
  return (value) => {
    if (!isRecord(value)) return value;
    let filtered = value;
    for (const [name, walk] of walks) {
      const left = walk(value[name]);
      if (left === value[name]) continue;
      if (filtered === value) filtered = { ...value };
      filtered[name] = left;
    }
    return filtered;
  };
}

function isLeftOut(shape: Shape, within: Content | undefined): boolean {
  const contains = shape.contains ?? within;
  return contains !== undefined && LEFT_OUT.has(contains);
}

function blotted(value: unknown, blot: (text: string) => string): unknown {
  return typeof value === 'string' ? blot(value) : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
