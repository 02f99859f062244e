/** Asks another installation: over HTTPS, at an address that the operator allows, signed on both sides. */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { answerText, requestText } from '../../domain/federation/signed.ts';
import {
  FEDERATION_LIMIT,
  type Refusal,
  type RemoteCause,
} from '../../protocol/federation/limits.ts';
import {
  FEDERATION_HEADER,
  FEDERATION_PATH,
  refusalAnswer,
  type FederationCall,
} from '../../protocol/federation/wire.ts';
import { beyondBounds } from '../../protocol/json-bounds.ts';
import type { AddressRule } from '../connectors/address-rule.ts';
import { guardedPost, RequestFailure, type Got } from '../connectors/guarded-request.ts';
import type { ConnectorPorts } from '../connectors/ports.ts';
import { fingerprintOf, isSignedBy, type InstallationKey } from './key.ts';

/** All of a request has to be over by then, ms. */
const PATIENCE = 20_000;
/** Of an answer: so many fields has a full page, and so deep is it. */
export const BOUNDS = {
  depth: 6,
  fields: 12 * FEDERATION_LIMIT.page,
  commas: 40 * FEDERATION_LIMIT.page,
};

/** Why there is no answer that counts. */
export class AskFailure extends Error {
  readonly reason: RemoteCause;

  constructor(reason: RemoteCause, options?: ErrorOptions) {
    super(`The other installation could not be asked: ${reason}.`, options);
    this.name = 'AskFailure';
    this.reason = reason;
  }
}

export interface Asking {
  readonly ports: ConnectorPorts;
  readonly addressRule: AddressRule;
  readonly key: InstallationKey;
  readonly clock: () => number;
  readonly signal?: AbortSignal;
}

/** Whom is asked: by the key that is known of it, or at first by its fingerprint alone. */
export interface Other {
  readonly origin: string;
  readonly fingerprint: string;
  readonly key: string | null;
}

export type Asked<A> =
  | { readonly ok: true; readonly answer: A; readonly key: string }
  | { readonly ok: false; readonly refused: Refusal };

/** The answer, or why the other side refuses, each signed by it. Throws `AskFailure`. */
export async function ask<A extends z.ZodType>(
  asking: Asking,
  other: Other,
  call: FederationCall,
  body: object,
  answer: A,
): Promise<Asked<z.output<A>>> {
  const path = FEDERATION_PATH[call];
  const sent = JSON.stringify(body);
  const nonce = randomBytes(16).toString('base64url');
  const time = String(asking.clock());
  const signed = requestText({ to: other.fingerprint, path, time, nonce, body: sent });
  const headers = {
    [FEDERATION_HEADER.key]: asking.key.publicKey,
    [FEDERATION_HEADER.time]: time,
    [FEDERATION_HEADER.nonce]: nonce,
    [FEDERATION_HEADER.signature]: asking.key.sign(signed),
  };
  const got = await send(asking, new URL(path, other.origin), headers, sent);
  const key = checkSigned(got, other, nonce);
  const read = jsonOf(got.body);
  if (got.status === 200) {
    const told = answer.safeParse(read);
    if (!told.success) throw new AskFailure('unreadable', { cause: told.error });
    return { ok: true, answer: told.data, key };
  }
  const refusal = refusalAnswer.safeParse(read);
  if (!refusal.success) throw new AskFailure('unreadable');
  const { refused } = refusal.data;
  if (refused === 'clock-apart') throw new AskFailure('clock-apart');
  return { ok: false, refused };
}

/** The key by which the answer is signed. What is not signed tells whom one talks to, and no more. */
function checkSigned({ status, headers, body }: Got, other: Other, nonce: string): string {
  const key = headers[FEDERATION_HEADER.key];
  const signature = headers[FEDERATION_HEADER.signature];
  if (typeof key !== 'string' || typeof signature !== 'string') {
    if (status === 404) throw new AskFailure('version');
    throw new AskFailure(status === 429 || status >= 500 ? 'busy' : 'unreadable');
  }
  const isKnown = other.key === null ? fingerprintOf(key) === other.fingerprint : key === other.key;
  if (!isKnown) throw new AskFailure('key-changed');
  if (!isSignedBy(key, answerText({ nonce, status, body }), signature)) {
    throw new AskFailure('unreadable');
  }
  return key;
}

function jsonOf(text: string): unknown {
  if (beyondBounds(text, BOUNDS) !== null) throw new AskFailure('unreadable');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AskFailure('unreadable', { cause });
  }
}

/** Throws `AskFailure` where nothing comes back. */
async function send(
  { ports, addressRule, signal }: Asking,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Got> {
  const most = FEDERATION_LIMIT.answer;
  try {
    const posted = { url, headers, body, patience: PATIENCE, most };
    return await guardedPost({ ports, addressRule, signal }, posted);
  } catch (cause) {
    if (!(cause instanceof RequestFailure)) throw cause;
    const { reason } = cause;
    const isOdd = reason === 'too-long' || reason === 'not-secure';
    throw new AskFailure(isOdd ? 'unreadable' : reason, { cause });
  }
}
