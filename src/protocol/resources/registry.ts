/** Every resource, by its name. What a layer does with each, it reads here. */
import type { z } from 'zod';
import { AUDIT } from '../audit/resource.ts';
import { NOTES } from '../notes/resource.ts';
import type { WhereOf } from './paged.ts';

/** Those that are held whole. */
export const RESOURCES = {
  notes: NOTES,
} as const;

/** Those of pages. */
export const PAGED = {
  audit: AUDIT,
} as const;

export type ResourceName = keyof typeof RESOURCES;
export const RESOURCE = Object.keys(RESOURCES) as [ResourceName, ...ResourceName[]];

/** A row of a resource. */
export type RowOf<R extends ResourceName> = Readonly<z.infer<(typeof RESOURCES)[R]['row']>>;

const NAMES: ReadonlySet<string> = new Set(RESOURCE);

export function isResource(name: string): name is ResourceName {
  return NAMES.has(name);
}

export type PagedName = keyof typeof PAGED;
export const PAGED_RESOURCE = Object.keys(PAGED) as [PagedName, ...PagedName[]];

/** A row of a resource of pages. */
export type PagedRow<R extends PagedName = PagedName> = {
  readonly [P in R]: Readonly<z.infer<(typeof PAGED)[P]['row']>>;
}[R];

/** What a resource of pages can be sorted by, and narrowed down to. */
export type OrderOf<R extends PagedName> = (typeof PAGED)[R]['orders'][number];
export type PagedWhere<R extends PagedName> = WhereOf<(typeof PAGED)[R]>;

const PAGED_NAMES: ReadonlySet<string> = new Set(PAGED_RESOURCE);

export function isPaged(name: string): name is PagedName {
  return PAGED_NAMES.has(name);
}
