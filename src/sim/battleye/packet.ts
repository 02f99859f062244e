import { crc32 } from 'node:zlib';

/** The kinds of packets, after the checked 0xFF byte. */
export const PACKET_TYPE = { LOGIN: 0, COMMAND: 1, MESSAGE: 2 } as const;

/** What a client can say to the server. */
export type ClientPacket =
  | { readonly kind: 'login'; readonly password: string }
  | { readonly kind: 'command'; readonly sequence: number; readonly text: string }
  | { readonly kind: 'acknowledge'; readonly sequence: number };

const HEADER_BYTES = 6;

/** Puts "BE", the little-endian CRC32 and 0xFF before `body`, whose first byte is the packet type. */
export function framePacket(body: Uint8Array): Buffer {
  const packet = Buffer.alloc(HEADER_BYTES + 1 + body.length);
  packet.write('BE', 0, 'latin1');
  packet[HEADER_BYTES] = 0xff;
  packet.set(body, HEADER_BYTES + 1);
  packet.writeUInt32LE(crc32(packet.subarray(HEADER_BYTES)), 2);
  return packet;
}

/** Reads a client's datagram; undefined for everything that a real server drops without a word. */
export function readClientPacket(datagram: Uint8Array): ClientPacket | undefined {
  const bytes = Buffer.from(datagram.buffer, datagram.byteOffset, datagram.byteLength);
  if (bytes.length < HEADER_BYTES + 2) return undefined;
  if (bytes.toString('latin1', 0, 2) !== 'BE' || bytes[HEADER_BYTES] !== 0xff) return undefined;
  if (bytes.readUInt32LE(2) !== crc32(bytes.subarray(HEADER_BYTES))) return undefined;
  const type = bytes[HEADER_BYTES + 1];
  const body = bytes.subarray(HEADER_BYTES + 2);
  if (type === PACKET_TYPE.LOGIN) return { kind: 'login', password: body.toString('utf8') };
  const sequence = body[0];
  if (sequence === undefined) return undefined;
  if (type === PACKET_TYPE.COMMAND) {
    return { kind: 'command', sequence, text: body.toString('utf8', 1) };
  }
  if (type === PACKET_TYPE.MESSAGE && body.length === 1) return { kind: 'acknowledge', sequence };
  return undefined;
}

/** The answer to a login. */
export function loginAnswer(accepted: boolean): Buffer {
  return framePacket(Uint8Array.of(PACKET_TYPE.LOGIN, accepted ? 1 : 0));
}

/** A server message, to be acknowledged by its sequence. */
export function messagePacket(sequence: number, text: string): Buffer {
  return framePacket(
    Buffer.concat([Uint8Array.of(PACKET_TYPE.MESSAGE, sequence), Buffer.from(text)]),
  );
}

/** More parts than one byte can count; no command answers with that much. */
export class AnswerTooLongError extends Error {
  readonly kind = 'answer-too-long';
  constructor(bytes: number, fragmentSize: number) {
    super(`An answer of ${bytes} bytes does not fit into 255 parts of ${fragmentSize} bytes.`);
  }
}

/**
 * The answer to a command: one packet, or parts of at most `fragmentSize` bytes of text when it is
 * longer than that. The cuts ignore characters, as the real server's do.
 */
export function answerPackets(sequence: number, text: string, fragmentSize: number): Buffer[] {
  const bytes = Buffer.from(text);
  const head = Uint8Array.of(PACKET_TYPE.COMMAND, sequence);
  if (bytes.length <= fragmentSize) return [framePacket(Buffer.concat([head, bytes]))];
  const total = Math.ceil(bytes.length / fragmentSize);
  if (total > 255) throw new AnswerTooLongError(bytes.length, fragmentSize);
  return Array.from({ length: total }, (_, index) => {
    const part = bytes.subarray(index * fragmentSize, (index + 1) * fragmentSize);
    return framePacket(Buffer.concat([head, Uint8Array.of(0, total, index), part]));
  });
}
