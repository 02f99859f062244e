import type { z } from 'zod';

/** How many characters a text may still grow by its schema; negative where it is too long already. */
export function charactersLeft(schema: z.ZodString, text: string): number {
  return (schema.maxLength ?? Infinity) - text.trim().length;
}
