/** The answer to A2S_RULES: plain pairs, and the block of mods that DayZ and ArmA 3 hide in pairs. */
import { ANSWER_TYPE } from './packet.ts';
import { ByteReader } from './reader.ts';

export interface Mod {
  readonly name: string;
  /** The Steam workshop id; null where the mod has none. Mods are told apart by it. */
  readonly workshopId: string | null;
  readonly hash: number;
}

export interface ModBlock {
  readonly version: number;
  readonly dlcHashes: readonly number[];
  readonly mods: readonly Mod[];
  readonly signatures: readonly string[];
  /** DayZ only. */
  readonly description: string;
}

export interface Rules {
  readonly plain: ReadonlyMap<string, string>;
  /** The joined and unescaped block; null where the answer has none or parts of it are missing. */
  readonly block: Uint8Array | null;
}

/** Reads an answer; null where it is none. */
export function parseRules(answer: Uint8Array): Rules | null {
  const reader = new ByteReader(answer);
  if (reader.u8() !== ANSWER_TYPE.rules) return null;
  reader.u16();
  const plain = new Map<string, string>();
  const chunks: (Uint8Array | undefined)[] = [];
  while (reader.left > 0) {
    const key = reader.terminated();
    const value = reader.terminated();
    if (reader.overrun) break;
    const [index = 0, total = 0] = key;
    if (key.length === 2 && index >= 1 && index <= total) {
      chunks.length = total;
      chunks[index - 1] = value;
    } else plain.set(key.toString('utf8'), value.toString('utf8'));
  }
  const known = Array.from(chunks).filter((chunk) => chunk !== undefined);
  const whole = chunks.length > 0 && known.length === chunks.length;
  return { plain, block: whole ? unescape(Buffer.concat(known)) : null };
}

/** Reads a mod block by the layout of a game; null where it is cut short or of another layout. */
export function parseModBlock(block: Uint8Array, layout: 'dayz' | 'arma3'): ModBlock | null {
  const reader = new ByteReader(block);
  const version = reader.u8();
  reader.u8();
  const dlcs = reader.u16();
  if (layout === 'arma3') reader.u16();
  const dlcHashes: number[] = [];
  for (let bits = dlcs; bits !== 0; bits &= bits - 1) dlcHashes.push(reader.u32());
  const mods: Mod[] = [];
  for (let left = reader.u8(); left > 0 && !reader.overrun; left -= 1) {
    const hash = reader.u32();
    const id = reader.bytes(reader.u8() & 0x0f);
    const name = reader.bytes(reader.u8()).toString('utf8');
    mods.push({ name, workshopId: workshopId(id), hash });
  }
  const signatures: string[] = [];
  for (let left = reader.u8(); left > 0 && !reader.overrun; left -= 1) {
    signatures.push(reader.bytes(reader.u8()).toString('utf8'));
  }
  if (reader.overrun) return null;
  const description = layout === 'dayz' && reader.left > 0 ? describe(reader) : '';
  return { version, dlcHashes, mods, signatures, description };
}

function describe(reader: ByteReader): string {
  const length = reader.u8();
  return reader.bytes(Math.min(length, reader.left)).toString('utf8');
}

/** Little-endian, as many bytes as it needs; 0 is no id. */
function workshopId(bytes: Uint8Array): string | null {
  let id = 0n;
  for (const byte of Array.from(bytes).toReversed()) id = (id << 8n) | BigInt(byte);
  return id === 0n ? null : id.toString();
}

/** 01 01 is 01, 01 02 is 00, 01 03 is FF. */
function unescape(bytes: Uint8Array): Uint8Array {
  const plain: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1];
    if (byte === 1 && (next === 1 || next === 2 || next === 3)) {
      plain.push(next === 1 ? 0x01 : next === 2 ? 0x00 : 0xff);
      at += 1;
    } else plain.push(byte);
  }
  return Uint8Array.from(plain);
}
