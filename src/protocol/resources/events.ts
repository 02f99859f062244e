import { z } from 'zod';
import { hexId } from '../fields.ts';
import {
  isOfBanList,
  isOfBucket,
  isOfGroup,
  isOwn,
  PAGED_RESOURCE,
  RESOURCE,
  type PagedName,
  type ResourceName,
} from './registry.ts';
import { WRITE, type Write } from './resource.ts';
import { PAGED_ROW, ROW, type PagedRowSchemas, type RowSchemas } from './schemas.ts';

type Shaped = { [R in ResourceName]: z.ZodRawShape };
type ObjectOf<S extends Shaped> = { [R in ResourceName]: z.ZodObject<S[R]> }[ResourceName];

/** One object for each resource that is held whole, told apart by its name. */
function ofEach<S extends Shaped>(shape: (name: ResourceName) => z.ZodRawShape) {
  const each = RESOURCE.map((name) => named(name, shape(name)));
  return z.discriminatedUnion('resource', each as unknown as [ObjectOf<S>]);
}

function named(name: ResourceName | PagedName, shape: z.ZodRawShape) {
  return z.object({ resource: z.literal(name), ...ownerShape(name), ...shape });
}

/** Whose the rows are: with none of them, of the account whose stream it is. */
function ownerShape(name: ResourceName | PagedName) {
  if (isOfGroup(name)) return { server_id: z.null(), group_id: hexId };
  if (isOfBanList(name)) return { server_id: z.null(), banlist_id: hexId };
  if (isOfBucket(name)) return { server_id: z.null(), bucket_id: hexId };
  return { server_id: isOwn(name) ? z.null() : hexId };
}

type Row<R extends ResourceName> = RowSchemas[R];
type Of<R extends ResourceName> = {
  resource: z.ZodLiteral<R>;
  server_id: Row<R>['shape']['server_id'];
} & Pick<Row<R>['shape'], Extract<keyof Row<R>['shape'], 'group_id' | 'banlist_id' | 'bucket_id'>>;

type OfPaged<R extends PagedName> = {
  resource: z.ZodLiteral<R>;
  server_id: PagedRowSchemas[R]['shape']['server_id'];
};
type PagedSchema<R extends PagedName> = PagedRowSchemas[R];

type Put =
  | { [R in ResourceName]: z.ZodObject<Of<R> & { row: Row<R> }> }[ResourceName]
  | {
      [R in PagedName]: z.ZodObject<
        OfPaged<R> & { row: PagedSchema<R>; before: z.ZodNullable<PagedSchema<R>> }
      >;
    }[PagedName];
type Gone =
  | { [R in ResourceName]: z.ZodObject<Of<R> & { id: typeof hexId }> }[ResourceName]
  | { [R in PagedName]: z.ZodObject<OfPaged<R> & { before: PagedSchema<R> }> }[PagedName];

/**
 * Cause: a row of a resource came, or is another now. One of pages tells how it was before, null where it was not:
 * so whoever holds a page knows whether the row comes to it, leaves it or changes how many there are.
 */
export const rowPut = z.discriminatedUnion('resource', [
  ...RESOURCE.map((name) => named(name, { row: ROW[name] })),
  ...PAGED_RESOURCE.map((name) =>
    named(name, { row: PAGED_ROW[name], before: PAGED_ROW[name].nullable() }),
  ),
] as unknown as [Put]);

/** Cause: a row of a resource was removed; one of pages tells how it was. */
export const rowGone = z.discriminatedUnion('resource', [
  ...RESOURCE.map((name) => named(name, { id: hexId })),
  ...PAGED_RESOURCE.map((name) => named(name, { before: PAGED_ROW[name] })),
] as unknown as [Gone]);

/** All rows that a server, a group, a ban list, a bucket or the account has of a resource, true at a position of its stream. */
export const resourceRows = ofEach<{
  [R in ResourceName]: Of<R> & { position: z.ZodInt; rows: z.ZodArray<Row<R>> };
}>((name) => ({ position: z.int().min(0), rows: z.array(ROW[name]) }));

/** A change that a tab asks for; `row`: what it comes to, null where it goes. */
export const resourceWrite = ofEach<{
  [R in ResourceName]: Of<R> & {
    id: typeof hexId;
    row_id: typeof hexId;
    write: z.ZodEnum<{ [W in Write]: W }>;
    row: z.ZodNullable<Row<R>>;
  };
}>((name) => ({
  id: hexId,
  row_id: hexId,
  write: z.enum(WRITE),
  row: ROW[name].nullable(),
}));
