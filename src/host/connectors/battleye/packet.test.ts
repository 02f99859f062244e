import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decodeText,
  encodeAck,
  encodeCommand,
  encodeLogin,
  frame,
  parseServerPacket,
} from './packet.ts';

const hex = (data: Uint8Array): string => Buffer.from(data).toString('hex');
const bytes = (text: string): Uint8Array => Buffer.from(text, 'hex');
const byte = fc.integer({ min: 0, max: 255 });

describe('the published vectors', () => {
  test('a login', () => {
    expect(hex(encodeLogin('test'))).toBe('42457fab3dacff0074657374');
  });
  test('a login that is accepted', () => {
    expect(parseServerPacket(bytes('424569ddde36ff0001'))).toEqual({
      ok: true,
      packet: { kind: 'login', accepted: true },
    });
  });
  test('a keep-alive', () => {
    expect(hex(encodeCommand(0, ''))).toBe('4245bedcc258ff0100');
  });
  test('a command', () => {
    expect(hex(encodeCommand(0, 'players'))).toBe('4245f93794aeff0100706c6179657273');
  });
  test('an acknowledgement', () => {
    expect(hex(encodeAck(5))).toBe('4245f27b8503ff0205');
  });
});

describe('datagrams of the server', () => {
  const parsed = (...body: number[]) => parseServerPacket(frame(Uint8Array.from(body)));

  test('a refused login', () => {
    expect(parsed(0, 0)).toEqual({ ok: true, packet: { kind: 'login', accepted: false } });
  });
  test('an empty answer is an answer', () => {
    expect(parsed(1, 9)).toMatchObject({ ok: true, packet: { kind: 'answer', seq: 9 } });
  });
  test('a NUL behind the number marks a part', () => {
    expect(parsed(1, 9, 0, 3, 2, 0x41)).toMatchObject({
      ok: true,
      packet: { kind: 'fragment', seq: 9, total: 3, index: 2 },
    });
  });
  test('a message keeps its text', () => {
    const answer = parsed(2, 255, ...Buffer.from('Привет'));
    expect(answer).toMatchObject({ ok: true, packet: { kind: 'message', seq: 255 } });
    if (answer.ok && answer.packet.kind === 'message') {
      expect(decodeText(answer.packet.body)).toBe('Привет');
    }
  });
  test('every changed byte is noticed', () => {
    const good = encodeCommand(3, 'Player #0 Bob disconnected');
    for (let at = 0; at < good.length; at += 1) {
      const bad = Uint8Array.from(good);
      bad[at] = (bad[at] ?? 0) ^ 0x10;
      expect(parseServerPacket(bad).ok).toBe(false);
    }
  });
  test('what is no packet is told apart, and nothing throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (data) => {
        expect(parseServerPacket(data).ok).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (body) => {
        parseServerPacket(frame(body));
      }),
    );
  });
});

test('a framed message comes back as it was', () => {
  fc.assert(
    fc.property(byte, fc.string({ unit: 'grapheme', maxLength: 200 }), (seq, text) => {
      fc.pre(!text.endsWith('\0'));
      const packet = parseServerPacket(
        frame(Buffer.concat([Buffer.of(2, seq), Buffer.from(text)])),
      );
      expect(packet).toMatchObject({ ok: true, packet: { kind: 'message', seq } });
      if (packet.ok && packet.packet.kind === 'message') {
        expect(decodeText(packet.packet.body)).toBe(text);
      }
    }),
  );
});
