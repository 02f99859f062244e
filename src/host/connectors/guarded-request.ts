/** One request of HTTP to an address that people name: where the operator allows it, once, in time and within bounds. */
import { request as requestPlain } from 'node:http';
import { request as requestSecure, type RequestOptions } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP, isIPv6 } from 'node:net';
import { addressKind, guardedPorts, type AddressRule } from './address-rule.ts';
import type { ConnectorPorts } from './ports.ts';

/** Why there is no answer. */
export type RequestReason =
  | 'host-unknown'
  | 'address-not-allowed'
  /** Plain HTTP to an address of the internet. */
  | 'not-secure'
  | 'unreachable'
  | 'certificate'
  | 'timed-out'
  /** The answer is longer than is read. */
  | 'too-long';

export class RequestFailure extends Error {
  readonly reason: RequestReason;

  constructor(reason: RequestReason, options?: ErrorOptions) {
    super(`There is no answer: ${reason}.`, options);
    this.name = 'RequestFailure';
    this.reason = reason;
  }
}

export interface Requesting {
  readonly ports: ConnectorPorts;
  readonly addressRule: AddressRule;
  readonly signal?: AbortSignal | undefined;
}

/** What is sent. */
export interface Posted {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** All of it has to be over by then, ms. */
  readonly patience: number;
  /** So many bytes of the answer are read; null: none of it. */
  readonly most: number | null;
}

/** What came back. */
export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty where it is not read. */
  readonly body: string;
}

/**
 * Posts JSON to the address that the name has now, which is looked up once; no redirect is followed. Throws
 * `RequestFailure`.
 */
export async function guardedPost(
  { ports, addressRule, signal }: Requesting,
  { url, headers, body, patience: ms, most }: Posted,
): Promise<Got> {
  const patience = AbortSignal.timeout(ms);
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'https:';
  const until = signal === undefined ? patience : AbortSignal.any([patience, signal]);
  const resolved = await within(until, guardedPorts(ports, addressRule.allows).resolve(name));
  if (resolved === null) throw new RequestFailure(patience.aborted ? 'timed-out' : 'unreachable');
  if (!resolved.ok) {
    const isKnown = resolved.kind === 'address-not-allowed';
    throw new RequestFailure(isKnown ? 'address-not-allowed' : 'host-unknown');
  }
  const { address } = resolved;
  if (!isSecure && addressKind(address) === 'public') throw new RequestFailure('not-secure');
  const family = isIPv6(address) ? 6 : 4;
  const options: RequestOptions = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      ...headers,
    },
    // What was allowed is what is connected to, whatever the name leads to by then.
    lookup: (_name, { all }, found) => {
      if (all === true) found(null, [{ address, family }]);
      else found(null, address, family);
    },
    ...(isIP(name) === 0 && { servername: name }),
    signal: until,
  };
  try {
    return await exchange(isSecure ? requestSecure : requestPlain, url, options, body, most);
  } catch (cause) {
    if (cause instanceof RequestFailure) throw cause;
    throw new RequestFailure(patience.aborted ? 'timed-out' : reasonOf(cause), { cause });
  }
}

/** null: it was over before there was an answer. A resolver may take its time, and cannot be stopped. */
async function within<T>(until: AbortSignal, answer: Promise<T>): Promise<T | null> {
  let over = () => {};
  const ended = new Promise<null>((done) => {
    over = () => done(null);
    until.addEventListener('abort', over, { once: true });
    if (until.aborted) over();
  });
  try {
    return await Promise.race([answer, ended]);
  } finally {
    until.removeEventListener('abort', over);
  }
}

function exchange(
  request: typeof requestSecure,
  url: URL,
  options: RequestOptions,
  body: string,
  most: number | null,
): Promise<Got> {
  return new Promise((done, failed) => {
    let isAnswered = false;
    const sending = request(url, options, (answer) => {
      isAnswered = true;
      const { statusCode: status = 0, headers } = answer;
      if (most === null) {
        done({ status, headers, body: '' });
        sending.destroy();
        return;
      }
      const parts: Buffer[] = [];
      let bytes = 0;
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > most) sending.destroy(new RequestFailure('too-long'));
        else parts.push(part);
      });
      answer.on('error', failed);
      answer.on('end', () => {
        done({ status, headers, body: Buffer.concat(parts).toString('utf8') });
      });
    });
    sending.on('error', failed);
    // Node says nothing more of a connection that is to speak another protocol from now on.
    sending.on('close', () => {
      if (!isAnswered) failed(new Error('The connection ended without an answer.'));
    });
    sending.end(body);
  });
}

/** What a connection failed by. Node tells certificates by codes of OpenSSL and of its own. */
function reasonOf(error: unknown): RequestReason {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code)
    ? 'certificate'
    : 'unreachable';
}
