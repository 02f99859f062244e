import { z } from 'zod';
import { hexId } from '../fields.ts';
import { RESOURCE, RESOURCES, type ResourceName } from './registry.ts';
import { WRITE, type Write } from './resource.ts';

type Shaped = { [R in ResourceName]: z.ZodRawShape };
type ObjectOf<S extends Shaped> = { [R in ResourceName]: z.ZodObject<S[R]> }[ResourceName];

/** One object for each resource, told apart by its name. */
function ofEach<S extends Shaped>(shape: (name: ResourceName) => z.ZodRawShape) {
  const each = RESOURCE.map((name) =>
    z.object({ resource: z.literal(name), server_id: hexId, ...shape(name) }),
  );
  return z.discriminatedUnion('resource', each as unknown as [ObjectOf<S>]);
}

type Row<R extends ResourceName> = (typeof RESOURCES)[R]['row'];
type Of<R extends ResourceName> = { resource: z.ZodLiteral<R>; server_id: typeof hexId };

/** Cause: a row of a resource came, or is another now. */
export const rowPut = ofEach<{ [R in ResourceName]: Of<R> & { row: Row<R> } }>((name) => ({
  row: RESOURCES[name].row,
}));

/** Cause: a row of a resource was removed. */
export const rowGone = z.object({ resource: z.enum(RESOURCE), server_id: hexId, id: hexId });

/** All rows that a server has of a resource, true at a position of its stream. */
export const resourceRows = ofEach<{
  [R in ResourceName]: Of<R> & { position: z.ZodInt; rows: z.ZodArray<Row<R>> };
}>((name) => ({ position: z.int().min(0), rows: z.array(RESOURCES[name].row) }));

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
  row: RESOURCES[name].row.nullable(),
}));
