import type { Reader, Response } from 'mmdb-lib';

/**
 * What a database of MaxMind's form has of an address; null: nothing, or what it has cannot be read. One of IPv4 alone would read
 * the first bits of an IPv6 address as another's.
 */
export function byAddress(reader: Reader<Response>, address: string): unknown {
  if (reader.metadata.ipVersion === 4 && address.includes(':')) return null;
  try {
    return reader.get(address);
  } catch {
    // What games tell as an address may be none, and a file may have been written over.
    return null;
  }
}
