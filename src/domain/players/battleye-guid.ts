import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** BattlEye's GUID of a SteamID64: MD5 of 'BE' and the number's eight bytes, the lowest first. */
export function battleyeGuid(steamId: string): string {
  const bytes = new Uint8Array(10);
  bytes.set([0x42, 0x45]);
  new DataView(bytes.buffer).setBigUint64(2, BigInt(steamId), true);
  return bytesToHex(md5(bytes));
}
