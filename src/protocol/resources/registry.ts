/** Every resource, by its name. What a layer does with each, it reads here. */
import type { z } from 'zod';
import { NOTES } from '../notes/resource.ts';

export const RESOURCES = {
  notes: NOTES,
} as const;

export type ResourceName = keyof typeof RESOURCES;
export const RESOURCE = Object.keys(RESOURCES) as [ResourceName, ...ResourceName[]];

/** A row of a resource. */
export type RowOf<R extends ResourceName> = Readonly<z.infer<(typeof RESOURCES)[R]['row']>>;

const NAMES: ReadonlySet<string> = new Set(RESOURCE);

export function isResource(name: string): name is ResourceName {
  return NAMES.has(name);
}
