import { z } from 'zod';
import { generatedGuard } from './guard-code.ts';
import { guardOf, type Guard } from './guard.ts';
import { shapeOf } from './shape.ts';

/**
 * A fast check made of a schema. Where it says yes, parsing the value with the schema would succeed
 * and give an equal value, so that parsing can be skipped. Where it says no, only the schema knows:
 * the value is wrong, or has properties that parsing leaves out. Null where the schema has no `shapeOf`.
 */
export function compileGuard(schema: z.core.$ZodType): Guard | null {
  const shape = shapeOf(schema);
  if (shape === null) return null;
  return mayGenerate() ? generatedGuard(shape) : guardOf(shape);
}

/** Where zod itself may generate code: in Node, and in no browser of ours. */
function mayGenerate(): boolean {
  return z.core.globalConfig.jitless !== true && z.core.util.allowsEval.value;
}
