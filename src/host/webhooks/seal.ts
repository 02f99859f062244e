/** What of a webhook is sealed: its address, and what deliveries are signed with. */
import { createHmac } from 'node:crypto';
import type { Secrets } from '../store/secrets/secrets.ts';

type Part = 'url' | 'secret';

/** It opens for this webhook alone. */
const contextOf = (id: string, part: Part) => `webhook/${id}/${part}`;

export function sealPart(secrets: Secrets, id: string, part: Part, text: string): Buffer {
  return secrets.seal(text, contextOf(id, part));
}

/** Throws `SealError` where the key is another. */
export function openPart(secrets: Secrets, id: string, part: Part, sealed: Buffer): string {
  return secrets.open(sealed, contextOf(id, part));
}

/** The headers of Standard Webhooks: who receives it knows by them that it is ours, new, and sent once. */
export function signedHeaders(
  secret: string | null,
  { id, at, body }: { readonly id: string; readonly at: number; readonly body: string },
): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(at / 1_000));
  const named = { 'webhook-id': id, 'webhook-timestamp': seconds };
  if (secret === null) return named;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { ...named, 'webhook-signature': `v1,${signature}` };
}
