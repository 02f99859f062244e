/** The schemas of resources, made of their declarations. */
import { KIT } from './kit.ts';
import {
  KEPT,
  KEPT_RESOURCE,
  PAGED,
  PAGED_RESOURCE,
  RESOURCE,
  RESOURCES,
  type KeptName,
  type PagedName,
  type ResourceName,
} from './registry.ts';

export type RowSchemas = {
  readonly [R in ResourceName]: ReturnType<(typeof RESOURCES)[R]['row']>;
};
export type PagedRowSchemas = {
  readonly [R in PagedName]: ReturnType<(typeof PAGED)[R]['row']>;
};
type Written = {
  readonly [R in KeptName]: {
    readonly [W in 'added' | 'edits' | 'was']: ReturnType<(typeof KEPT)[R][W]>;
  };
};

/** A row on the wire, of each resource that is held whole. */
export const ROW = ofEach(RESOURCE, (name) => RESOURCES[name].row(KIT)) as unknown as RowSchemas;

/** A row on the wire, of each resource of pages. */
export const PAGED_ROW = ofEach(PAGED_RESOURCE, (name) =>
  PAGED[name].row(KIT),
) as unknown as PagedRowSchemas;

/** What a person writes of each resource that is kept for its feature. */
export const WRITTEN = ofEach(KEPT_RESOURCE, (name) => {
  const { added, edits, was } = KEPT[name];
  return { added: added(KIT), edits: edits(KIT), was: was(KIT) };
}) as unknown as Written;

function ofEach<N extends string, T>(names: readonly N[], of: (name: N) => T) {
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}
