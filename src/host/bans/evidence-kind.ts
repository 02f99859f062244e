/** What a file is that speaks for a ban, by its first bytes: what it is called says nothing. */
import { isUtf8 } from 'node:buffer';

/** Kinds of files that are kept as evidence. */
type EvidenceKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'mp4' | 'webm' | 'text';

/** null: nothing that is kept. */
export function evidenceKind(bytes: Uint8Array): EvidenceKind | null {
  const found = SIGNATURES.find(({ at, sign }) => sign.every((byte, n) => bytes[at + n] === byte));
  if (found !== undefined) {
    const isWhole = found.kind !== 'webp' || ascii('RIFF').every((byte, n) => bytes[n] === byte);
    return isWhole ? found.kind : null;
  }
  return isText(bytes) ? 'text' : null;
}

function ascii(text: string): readonly number[] {
  return [...Buffer.from(text, 'latin1')];
}

const SIGNATURES: readonly {
  readonly kind: EvidenceKind;
  readonly at: number;
  readonly sign: readonly number[];
}[] = [
  { kind: 'png', at: 0, sign: [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a] },
  { kind: 'jpeg', at: 0, sign: [0xff, 0xd8, 0xff] },
  { kind: 'gif', at: 0, sign: ascii('GIF8') },
  { kind: 'webp', at: 8, sign: ascii('WEBP') },
  { kind: 'mp4', at: 4, sign: ascii('ftyp') },
  { kind: 'webm', at: 0, sign: [0x1a, 0x45, 0xdf, 0xa3] },
];

/** UTF-8 without control characters, and not the beginning of a page or a program. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.length === 0 || !isUtf8(bytes) || !bytes.every(isPrinted)) return false;
  const beginning = Buffer.from(bytes.subarray(0, 1_024)).toString('utf8');
  return !/^[\s\ufeff]*(?:<|#!|%!|$)/.test(beginning);
}

function isPrinted(byte: number): boolean {
  return byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d);
}
