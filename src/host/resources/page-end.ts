import { z } from 'zod';
import { hexId } from '../../protocol/fields.ts';
import { HostError } from '../calls/host-error.ts';

/** The order's value and the id of a page's last row. */
export type PageEnd = readonly [key: unknown, id: string];

/** Where a page ends, as a client gives it back. */
export function encodeEnd(end: PageEnd): string {
  return Buffer.from(JSON.stringify(end)).toString('base64url');
}

const key = z.union([z.string().regex(/^[^\0\p{Surrogate}]*$/u), z.number(), z.null()]);
const pageEnd = z.tuple([key, hexId]);

export function decodeEnd(text: string): PageEnd {
  try {
    return pageEnd.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    throw new HostError('invalid-request', 'There is no such page.');
  }
}
