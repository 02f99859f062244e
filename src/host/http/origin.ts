import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import type { HttpSettings } from '../calls/deps.ts';

type OriginSettings = Pick<HttpSettings, 'origin' | 'apiOrigin'>;

/** What tells where a request comes from: of fastify's request, or of the raw one of an upgrade. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  /** The address of the other end of the TCP connection, whatever proxies claim. */
  readonly peer: string | undefined;
}

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Whether a page of this origin may change something here: the host's own address, or one that the
 * settings name. A request without `Origin` (not sent by a browser's page) passes: its token decides.
 */
export function originAllowed(headers: IncomingHttpHeaders, settings: OriginSettings): boolean {
  const { origin } = headers;
  if (origin === undefined) return true;
  if (origin === settings.origin || origin === settings.apiOrigin) return true;
  return isOwnOrigin(origin, headers.host) && hostIsOurs(headers.host, settings);
}

/**
 * Whether the name in `Host` is ours. A foreign name that leads to our address is another site's (DNS
 * rebinding): only an IP address, localhost and the names of the settings are served.
 */
export function hostIsOurs(host: string | undefined, settings: OriginSettings): boolean {
  if (host === undefined) return false;
  const name = hostName(host);
  if (isIP(name) !== 0 || isLocalName(name)) return true;
  return [settings.origin, settings.apiOrigin].some(
    (origin) => origin !== undefined && new URL(origin).hostname === name,
  );
}

/**
 * Whether the request was made on this machine, with this machine's own name: over loopback, through no
 * proxy that says so, and not by a page of another site.
 */
export function isLocal(arrival: Arrival): boolean {
  const { headers, peer } = arrival;
  if (peer === undefined || !isLoopbackAddress(peer)) return false;
  if (FORWARDING_HEADERS.some((name) => headers[name] !== undefined)) return false;
  const name = hostName(headers.host ?? '');
  return isLocalName(name) || isLoopbackAddress(name);
}

function isOwnOrigin(origin: string, host: string | undefined): boolean {
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

/** 127.0.0.0/8, ::1, and the former mapped into IPv6. */
function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** The name in a `Host` header, in lower case, without port and brackets. */
function hostName(host: string): string {
  const withoutPort = host.startsWith('[')
    ? host.slice(1, Math.max(1, host.indexOf(']')))
    : host.replace(/:\d*$/, '');
  return withoutPort.toLowerCase();
}
