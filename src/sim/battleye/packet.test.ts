import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assemble } from '../../../tests/support/sim/raw-rcon-client.ts';
import { answerPackets, framePacket, loginAnswer, readClientPacket } from './packet.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

test('the known packets of a client are read', () => {
  expect(readClientPacket(hex('42457fab3dacff0074657374'))).toEqual({
    kind: 'login',
    password: 'test',
  });
  expect(readClientPacket(hex('4245bedcc258ff0100'))).toEqual({
    kind: 'command',
    sequence: 0,
    text: '',
  });
  expect(readClientPacket(hex('4245f93794aeff0100706c6179657273'))).toEqual({
    kind: 'command',
    sequence: 0,
    text: 'players',
  });
  expect(readClientPacket(hex('4245f27b8503ff0205'))).toEqual({ kind: 'acknowledge', sequence: 5 });
});

test('an accepted login is answered by the known packet', () => {
  expect(loginAnswer(true).toString('hex')).toBe('424569ddde36ff0001');
});

test('a packet with any bit turned is dropped', () => {
  const packet = hex('4245f93794aeff0100706c6179657273');
  fc.assert(
    fc.property(fc.nat(packet.length * 8 - 1), (bit) => {
      const broken = Buffer.from(packet);
      broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(readClientPacket(broken)).toBeUndefined();
    }),
  );
});

test('no bytes whatever make the reader fail', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (bytes, framed) => {
      expect(() => readClientPacket(framed ? framePacket(bytes) : bytes)).not.toThrow();
    }),
  );
});

test('an answer in parts is the answer again, in any order and cut inside characters', () => {
  fc.assert(
    fc.property(
      fc
        .string({ unit: 'binary', minLength: 1, maxLength: 300 })
        .filter((text) => text[0] !== '\0'),
      fc.integer({ min: 5, max: 60 }),
      fc.nat(255),
      fc.infiniteStream(fc.nat()),
      (text, fragmentSize, sequence, order) => {
        const packets = answerPackets(sequence, text, fragmentSize)
          .map((packet) => ({ packet, at: order.next().value as number }))
          .toSorted((left, right) => left.at - right.at)
          .map(({ packet }) => ({
            type: packet[7] ?? -1,
            sequence: packet[8] ?? -1,
            body: packet.subarray(9),
          }));
        expect(assemble(packets, sequence)).toBe(text);
        for (const { body } of packets) expect(body.length).toBeLessThanOrEqual(fragmentSize + 3);
        const incomplete = packets.length > 1 ? assemble(packets.slice(1), sequence) : undefined;
        expect(incomplete).toBeUndefined();
      },
    ),
  );
});
