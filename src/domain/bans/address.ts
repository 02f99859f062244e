/**
 * Addresses that a ban keeps out: one, one with wildcards, a network, or a range. Each comes to keys, and an address to the
 * keys of all that it lies in, so that whoever comes is found by an index. A range is made of networks for that.
 */

/** An address: of 32 bits, or of 128. */
export interface Address {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

/** What somebody typed, read. */
export type AddressPattern =
  | {
      readonly kind: 'range';
      readonly bits: 32 | 128;
      readonly first: bigint;
      readonly last: bigint;
    }
  /** Of IPv4; null is a wildcard. */
  | { readonly kind: 'wildcards'; readonly parts: readonly (number | null)[] };

export type PatternFault = 'address-invalid' | 'address-too-wide';

/** So many bits have to be said of an address: less would keep out a part of the world. */
const LEAST = { 32: 8, 128: 16 } as const;

/** Reads an address of a game or of a person; null where it is none. An IPv4 address within IPv6 is that. */
export function parseAddress(text: string): Address | null {
  const v4 = parseIpv4(text);
  if (v4 !== null) return { bits: 32, value: v4 };
  const v6 = parseIpv6(text);
  if (v6 === null) return null;
  return v6 >> 32n === 0xffffn ? { bits: 32, value: v6 & 0xffffffffn } : { bits: 128, value: v6 };
}

/** Reads what a ban is to keep out: `1.2.3.4`, `1.2.*.*`, `1.2.3.0/24`, `1.2.3.4-1.2.3.9`, and IPv6 but for wildcards. */
export function parsePattern(typed: string): AddressPattern | PatternFault {
  const text = typed.trim();
  if (text.includes('*')) return parseWildcards(text);
  const [from = '', to, ...more] = text.split('-').map((part) => part.trim());
  if (more.length > 0) return 'address-invalid';
  if (to !== undefined) return parseRange(from, to);
  const [address = '', length, ...rest] = from.split('/');
  const read = parseAddress(address);
  if (read === null || rest.length > 0) return 'address-invalid';
  const { bits, value } = read;
  if (length === undefined) return { kind: 'range', bits, first: value, last: value };
  if (!/^\d{1,3}$/.test(length) || Number(length) > bits) return 'address-invalid';
  if (Number(length) < LEAST[bits]) return 'address-too-wide';
  const host = (1n << BigInt(bits - Number(length))) - 1n;
  return { kind: 'range', bits, first: value - (value & host), last: value | host };
}

function parseWildcards(text: string): AddressPattern | PatternFault {
  const parts = text.split('.');
  if (parts.length !== 4) return 'address-invalid';
  const read = parts.map((part) => (part === '*' ? null : octet(part)));
  if (read.includes(undefined)) return 'address-invalid';
  const said = read as readonly (number | null)[];
  return said.every((part) => part === null)
    ? 'address-too-wide'
    : { kind: 'wildcards', parts: said };
}

function parseRange(from: string, to: string): AddressPattern | PatternFault {
  const [first, last] = [parseAddress(from), parseAddress(to)];
  if (first === null || last === null || first.bits !== last.bits) return 'address-invalid';
  if (first.value > last.value) return 'address-invalid';
  const { bits } = first;
  const most = 1n << BigInt(bits - LEAST[bits]);
  if (last.value - first.value >= most) return 'address-too-wide';
  return { kind: 'range', bits, first: first.value, last: last.value };
}

function octet(text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,2})$/.test(text)) return undefined;
  return Number(text) > 255 ? undefined : Number(text);
}

function parseIpv4(text: string): bigint | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  let value = 0n;
  for (const part of parts) {
    const read = octet(part);
    if (read === undefined) return null;
    value = (value << 8n) | BigInt(read);
  }
  return value;
}

function parseIpv6(text: string): bigint | null {
  const embedded = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  const v4 = embedded === null ? null : parseIpv4(embedded[2] ?? '');
  if (embedded !== null && v4 === null) return null;
  const whole =
    v4 === null
      ? text
      : `${embedded?.[1] ?? ''}${(v4 >> 16n).toString(16)}:${(v4 & 0xffffn).toString(16)}`;
  const halves = whole.split('::');
  if (halves.length > 2) return null;
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

/** The keys of a ban of this. */
export function keysOfPattern(pattern: AddressPattern): readonly string[] {
  if (pattern.kind === 'wildcards') return [wildcardKey(pattern.parts)];
  const { bits, last } = pattern;
  const keys: string[] = [];
  // Networks, each the largest that begins where the one before ended and does not reach past the end.
  for (let { first } = pattern; first <= last;) {
    let size = 1n;
    while (first % (size * 2n) === 0n && first + size * 2n - 1n <= last) size *= 2n;
    keys.push(networkKey(bits, first, bits - (size.toString(2).length - 1)));
    first += size;
  }
  return keys;
}

/** The keys of everything that an address can lie in. */
export function keysOfAddress({ bits, value }: Address): readonly string[] {
  const networks = Array.from({ length: bits + 1 - LEAST[bits] }, (_, at) => {
    const host = (1n << BigInt(at)) - 1n;
    return networkKey(bits, value - (value & host), bits - at);
  });
  if (bits === 128) return networks;
  const parts = [24n, 16n, 8n, 0n].map((by) => Number((value >> by) & 255n));
  // Bit `at` of the number says whether that part is a wildcard; none would be the address itself.
  const wildcards = Array.from({ length: 14 }, (_, set) =>
    wildcardKey(parts.map((part, at) => (((set + 1) >> at) & 1 ? null : part))),
  );
  return [...networks, ...wildcards];
}

function networkKey(bits: number, first: bigint, length: number): string {
  return `net${bits} ${first.toString(16)}/${length}`;
}

function wildcardKey(parts: readonly (number | null)[]): string {
  return `like ${parts.map((part) => part ?? '*').join('.')}`;
}

/** Whether an address lies in what a ban keeps out: what the keys come to, said plainly. */
export function liesIn(pattern: AddressPattern, { bits, value }: Address): boolean {
  if (pattern.kind === 'range') {
    return pattern.bits === bits && pattern.first <= value && value <= pattern.last;
  }
  if (bits !== 32) return false;
  return pattern.parts.every(
    (part, at) => part === null || BigInt(part) === ((value >> BigInt(24 - at * 8)) & 255n),
  );
}

/** Whether a ban of one keeps out whatever a ban of the other would. */
export function covers(ban: AddressPattern, other: AddressPattern): boolean {
  const [first, last] = endsOf(other);
  if (ban.kind === 'range') return liesIn(ban, first) && liesIn(ban, last);
  if (other.kind === 'wildcards') {
    return ban.parts.every((part, at) => part === null || part === other.parts[at]);
  }
  // A part of a range is the same throughout where all that stands before it is.
  return ban.parts.every((part, at) => {
    const by = BigInt(24 - at * 8);
    return part === null || (liesIn(ban, first) && first.value >> by === last.value >> by);
  });
}

/** The lowest and the highest address that a ban of this keeps out. */
export function endsOf(pattern: AddressPattern): readonly [Address, Address] {
  if (pattern.kind === 'range') {
    const { bits, first, last } = pattern;
    return [
      { bits, value: first },
      { bits, value: last },
    ];
  }
  const end = (wild: number): Address => ({
    bits: 32,
    value: pattern.parts.reduce((value, part) => (value << 8n) | BigInt(part ?? wild), 0n),
  });
  return [end(0), end(255)];
}

/** As much of an address as those may see who may not see whole ones. */
export function maskedAddress(typed: string): string {
  const text = typed.trim();
  const [first = '', second = ''] = text.includes(':') ? text.split(':') : text.split('.');
  return text.includes(':') ? `${first}:${second}:*` : `${first}.${second}.*.*`;
}
