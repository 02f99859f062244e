/** Which addresses the host connects to for the game servers that people name. */
import { BlockList, isIP, isIPv4 } from 'node:net';
import type { ConnectorPorts } from './ports.ts';

/**
 * public: everybody may name it. private: this machine and networks of the operator's own. never: no game
 * server is there, and much else may be (link-local, where clouds keep their keys; groups; reserved).
 */
export type AddressKind = 'public' | 'private' | 'never';

/** RFC 6890 and the registries it names; 0.0.0.0 reaches this machine. */
const PRIVATE_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
];
const NEVER_4 = ['169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4'];
const PRIVATE_6 = ['::/128', '::1/128', '64:ff9b:1::/48', 'fc00::/7', 'fec0::/10'];
/** Teredo hides an IPv4 address behind a mask, and is gone from the world. */
const NEVER_6 = ['100::/64', '2001::/32', 'fe80::/10', 'ff00::/8'];
/** How IPv6 writes an IPv4 address at its end: mapped, compatible, translated (SIIT), NAT64. */
const EMBEDDING = ['::ffff:', '::', '::ffff:0:', '64:ff9b::'];

const PRIVATE = ranges([...PRIVATE_4, ...PRIVATE_4.flatMap(embedded), ...PRIVATE_6]);
const NEVER = ranges([...NEVER_4, ...NEVER_4.flatMap(embedded), ...NEVER_6]);

/** What an IP address is; anything else is `never`. */
export function addressKind(address: string): AddressKind {
  if (contains(NEVER, address)) return 'never';
  return contains(PRIVATE, address) ? 'private' : 'public';
}

export interface AddressRule {
  /** Whether a new server may be there. */
  readonly allows: (address: string) => boolean;
  /** Whether one stays connected that was private when it was let in. */
  readonly keeps: (address: string) => boolean;
}

/**
 * The operator's rule. `privateAddresses` undefined: nobody chose, so new ones are allowed where the host
 * itself listens on this machine alone, and what was let in stays.
 */
export function addressRule(settings: {
  readonly privateAddresses: boolean | readonly string[] | undefined;
  readonly host: string;
}): AddressRule {
  const { privateAddresses: chosen = isLoopback(settings.host) } = settings;
  const listed = ranges(typeof chosen === 'boolean' ? [] : chosen.map(asRange));
  const allows = (address: string) => {
    const kind = addressKind(address);
    if (kind !== 'private') return kind === 'public';
    return typeof chosen === 'boolean' ? chosen : contains(listed, address);
  };
  if (settings.privateAddresses !== undefined) return { allows, keeps: allows };
  return { allows, keeps: (address) => addressKind(address) !== 'never' };
}

/** Ports that connect to nothing but what `allows` lets through, whatever a name resolves to each time. */
export function guardedPorts(
  ports: ConnectorPorts,
  allows: (address: string) => boolean,
): ConnectorPorts {
  return {
    ...ports,
    resolve: async (host) => {
      const resolved = await ports.resolve(host);
      return !resolved.ok || allows(resolved.address)
        ? resolved
        : { ok: false, kind: 'address-not-allowed', detail: 'The operator does not allow it.' };
    },
  };
}

/**
 * Ports of a server that was private when it was let in. Once its address is a public one, it is no more, and
 * may not come back inside: `onPublic` is called then, once.
 */
export function keptPorts(
  ports: ConnectorPorts,
  { allows, keeps }: AddressRule,
  onPublic: () => void,
): ConnectorPorts {
  let wasPublic = false;
  const resolve: ConnectorPorts['resolve'] = async (host) => {
    const resolved = await ports.resolve(host);
    if (!wasPublic && resolved.ok && addressKind(resolved.address) === 'public') {
      wasPublic = true;
      onPublic();
    }
    return resolved;
  };
  return guardedPorts({ ...ports, resolve }, (address) =>
    wasPublic ? allows(address) : keeps(address),
  );
}

function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return isIP(host) !== 0 && contains(ranges(['127.0.0.0/8', '::1/128']), host);
}

function contains(list: BlockList, address: string): boolean {
  const [plain = ''] = address.split('%', 1);
  const family = isIP(plain);
  if (family === 0) return list === NEVER;
  return list.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

function ranges(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [net = '', bits] = text.split('/');
    list.addSubnet(net, Number(bits), isIPv4(net) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** An address alone is a range of one. */
function asRange(text: string): string {
  if (text.includes('/')) return text;
  return isIPv4(text) ? `${text}/32` : `${text}/128`;
}

/** The same range in every spelling of IPv6, 6to4 among them, which has it in its middle. */
function embedded(range: string): readonly string[] {
  const [net = '', bits] = range.split('/');
  const [a = 0, b = 0, c = 0, d = 0] = net.split('.').map(Number);
  const middle = [a * 256 + b, c * 256 + d].map((part) => part.toString(16)).join(':');
  return [
    ...EMBEDDING.map((prefix) => `${prefix}${net}/${96 + Number(bits)}`),
    `2002:${middle}::/${16 + Number(bits)}`,
  ];
}
