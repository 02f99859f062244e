import { z } from 'zod';

/** 24 lowercase hexadecimal characters: the form of every id that the specifications show. */
export const hexId = z.string().regex(/^[0-9a-f]{24}$/);

/** A moment as epoch milliseconds, UTC. */
export const moment = z.int().min(0);

/** A count of people; null is unknown, never 0. */
export const count = z.int().min(0).nullable();

/** BattlEye GUID: 32 lowercase hexadecimal characters. */
export const battleyeGuid = z.string().regex(/^[0-9a-f]{32}$/);
