import { z } from 'zod';
import { containing } from './marks.ts';

/** 24 lowercase hexadecimal characters: the form of every id that the specifications show. */
export const hexId = containing('id', z.string().regex(/^[0-9a-f]{24}$/));

/** A moment as epoch milliseconds, UTC. */
export const moment = z.int().min(0);

/** A count of people; null is unknown, never 0. */
export const count = z.int().min(0).nullable();

/** BattlEye GUID: 32 lowercase hexadecimal characters. */
export const battleyeGuid = containing('guid', z.string().regex(/^[0-9a-f]{32}$/));

/** The name of a player or of an account. */
export const personName = containing('person-name', z.string());

/** What somebody wrote, or a game said of somebody. */
export const freeText = containing('free-text', z.string());

/** Where somebody calls from. */
export const ipAddress = containing('ip-address', z.string());

/** A text of this software or of a game, about nobody. */
export const words = containing('words', z.string());

/** The name of a stream. */
export const streamName = containing('stream', z.string());

/** The bytes of a file in base64, at most so many of them. */
export function base64(bytes: number): z.ZodString {
  return z
    .string()
    .min(1)
    .max(4 * Math.ceil(bytes / 3))
    .meta({ contentEncoding: 'base64' });
}
