import { z } from 'zod';
import { generatedGuard } from './guard-code.ts';
import { guardOf, type Guard } from './guard.ts';
import { shapeOf } from './shape.ts';

declare global {
  interface ImportMeta {
    readonly env: ImportMetaEnv;
  }
  interface ImportMetaEnv {
    /** Whether this is built for Node. A constant of the build: what a browser may not do is not in its script. */
    readonly SSR: boolean;
  }
}

/**
 * A fast check made of a schema. Where it says yes, parsing the value with the schema would succeed
 * and give an equal value, so that parsing can be skipped. Where it says no, only the schema knows:
 * the value is wrong, or has properties that parsing leaves out. Null where the schema has no `shapeOf`.
 */
export function compileGuard(schema: z.core.$ZodType): Guard | null {
  const shape = shapeOf(schema);
  if (shape === null) return null;
  return import.meta.env.SSR && z.core.util.allowsEval.value
    ? generatedGuard(shape)
    : guardOf(shape);
}
