import { isIPv6 } from 'node:net';

/**
 * What an address counts as, where attempts are counted: an IPv4 address itself, an IPv6 address its first
 * 64 bits, since one subscriber has all the rest.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain)) return plain;
  return `${expanded(plain).slice(0, 4).join(':')}::/64`;
}

function expanded(address: string): readonly string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = groups(head);
  if (tail === undefined) return before;
  const after = groups(tail);
  const gap = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...gap, ...after];
}

function groups(text: string): readonly string[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16).toString(16));
}
