/** What two installations sign, so that nobody else can ask, answer, or say again what was said. */

/** A request: to whom (the fingerprint of their key), for what, when, and under which nonce. */
export interface SignedRequest {
  readonly to: string;
  readonly path: string;
  readonly time: string;
  readonly nonce: string;
  readonly body: string;
}

/** The body comes last: nothing of it can be taken for a part before. */
export function requestText({ to, path, time, nonce, body }: SignedRequest): string {
  return ['muster federation', 'request', to, path, time, nonce, body].join('\n');
}

/** An answer to the request of a nonce. */
export interface SignedAnswer {
  readonly nonce: string;
  readonly status: number;
  readonly body: string;
}

export function answerText({ nonce, status, body }: SignedAnswer): string {
  return ['muster federation', 'answer', nonce, status, body].join('\n');
}
