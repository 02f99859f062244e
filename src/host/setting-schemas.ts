/** The forms of settings that more than one word says. */
import { z } from 'zod';
import { PLAN, type PlanName } from '../protocol/enumerations.ts';

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));

export const absolutePath = z.string().regex(/^\/[^\0]*$|^[A-Za-z]:[\\/][^\0]*$/);

export const origin = z
  .string()
  .refine(isOrigin)
  .transform((text) => new URL(text).origin);

/**
 * The form of `MUSTER_TRUST_PROXY` that once believed every proxy, and so what the caller had written. It stands for
 * the one proxy that most have.
 */
export const ALL_PROXIES = 'true';

export const proxies = z
  .string()
  .transform((text) => {
    if (text === 'false') return false;
    if (text === ALL_PROXIES) return 1;
    if (/^[1-9]$/.test(text)) return Number(text);
    return text.split(',').map((part) => part.trim());
  })
  .refine((value) => !Array.isArray(value) || value.every(isAddressOrRange));

export const networks = z
  .string()
  .transform((text) => {
    if (text === 'true' || text === 'false') return text === 'true';
    return text.split(',').map((part) => part.trim());
  })
  .refine((value) => typeof value === 'boolean' || value.every(isAddressOrRange));

export const plan = z
  .string()
  .regex(/^(free|basic|basic:[1-9]\d{0,3}|pro|community|advanced)$/)
  .transform((text) => {
    const [name, servers] = text.split(':') as [PlanName, string?];
    return { name, servers: servers === undefined ? null : Number(servers) };
  });

/** What each plan lets an account keep. */
export const storageOfPlans = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(wholeNumber(1, 10_000_000)).length(PLAN.length))
  .transform(
    (sizes) =>
      Object.fromEntries(PLAN.map((name, at) => [name, sizes[at]])) as Record<PlanName, number>,
  );

/** Whether the text is an http or https address without path, query or fragment. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function isAddressOrRange(text: string): boolean {
  return z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(text).success;
}
