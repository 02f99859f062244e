import { z } from 'zod';
import { FEDERATION_LIMIT } from './limits.ts';

/**
 * What a list is shared with another installation by: the address of the one that shares it, and behind `#` the id of the
 * share, its code, and by what the key of that installation is known.
 */
export const shareLink = z
  .string()
  .trim()
  .max(FEDERATION_LIMIT.link)
  .regex(
    /^https:\/\/[^\s/?#@\\]+\/ban-manager#share=[0-9a-f]{24}\.[A-Za-z0-9_-]{22}\.[0-9a-f]{32}$/,
    'share-link',
  );

/** A public key of Ed25519, raw, as base64url. */
export const installationKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** By what people and links know a key: the beginning of its SHA-256. */
export const keyFingerprint = z.string().regex(/^[0-9a-f]{32}$/);

/** The address of an installation. */
export const installationOrigin = z
  .string()
  .max(300)
  .regex(/^https:\/\/[^\s/?#@\\]+$/);
