import type { z } from 'zod';
import type { Call } from './call.ts';
import { compileGuard } from './compile-guard.ts';
import type { Guard } from './guard.ts';

/** A guard is made when a call is answered first: most pages make few of them. */
const guards = new Map<string, Guard | null>();

/**
 * What the host answered to a call, validated: by a guard made of the schema where it accepts the value as
 * it is, else by the schema.
 */
export function readAnswer(
  { name, answer }: Pick<Call, 'name' | 'answer'>,
  json: unknown,
): z.ZodSafeParseResult<unknown> {
  let guard = guards.get(name);
  if (guard === undefined) guards.set(name, (guard = compileGuard(answer)));
  return guard?.(json) === true ? { success: true, data: json } : answer.safeParse(json);
}
