import type { IncomingMessage } from 'node:http';
import { all, compile } from '@fastify/proxy-addr';
import type { HttpSettings } from '../calls/deps.ts';

/** Whether the proxy at an address, the `hop`-th from here, is believed when it names who called it. */
type Trust = (address: string, hop: number) => boolean;

/**
 * Whom the setting believes; false: nobody. A number counts the proxies from this end: what lies beyond the last
 * of them may be anybody's invention.
 */
export function trustOf(proxies: HttpSettings['trustProxy']): Trust | false {
  if (proxies === false) return false;
  return typeof proxies === 'number' ? (_, hop) => hop < proxies : compile(proxies);
}

/** Where an upgrade comes from, as `request.ip` of a route is read; null where its socket is gone. */
export function callerOf(request: IncomingMessage, trust: Trust | false): string | null {
  const { remoteAddress } = request.socket;
  if (remoteAddress === undefined || trust === false) return remoteAddress ?? null;
  return all(request, trust).at(-1) ?? remoteAddress;
}
