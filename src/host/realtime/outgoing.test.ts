import { describe, expect, it } from 'vitest';
import { framesOf } from '../../protocol/frames.ts';
import { encodeStreamFrame, textFrame, textOf } from './frame.ts';
import { Outgoing, type OutgoingSocket } from './outgoing.ts';
import { TokenBucket } from './token-bucket.ts';

class FakeSocket implements OutgoingSocket {
  bufferedAmount = 0;
  readonly sent: Buffer[] = [];
  terminated = false;
  send(frames: Buffer): void {
    this.sent.push(frames);
    this.bufferedAmount += frames.length;
  }
  terminate(): void {
    this.terminated = true;
  }
}

const frame = (stream: string, seq: number) =>
  encodeStreamFrame(stream, seq, 0, 'refresh', '{"x":"0123456789"}');

describe('what goes out', () => {
  it('is dropped while a client does not read, and then told by stream', () => {
    const socket = new FakeSocket();
    const caughtUp: (readonly string[])[] = [];
    const out = new Outgoing(socket, (streams) => caughtUp.push(streams), {
      high: 200,
      fatal: 400,
    });
    while (out.frame(frame('a', socket.sent.length + 1)));
    expect(out.frame(frame('b', 1))).toBe(false);
    const sent = socket.sent.length;
    expect(out.overflowed).toBe(true);
    out.drained();
    expect(caughtUp).toEqual([['a', 'b']]);
    socket.bufferedAmount = 0;
    expect(out.frame(frame('a', 9))).toBe(true);
    expect(socket.sent).toHaveLength(sent + 1);
    out.drained();
    expect(caughtUp).toHaveLength(1);
  });

  it('goes out in batches to whoever asked for them, and all of it before the end', () => {
    const socket = new FakeSocket();
    const out = new Outgoing(socket, () => undefined);
    out.frame(frame('a', 1));
    out.inBatches();
    for (const seq of [2, 3, 4]) out.frame(frame('a', seq));
    expect(socket.sent).toHaveLength(2);
    out.end();
    const told = socket.sent.map((bytes) => framesOf(textOf(bytes)));
    expect(told.map((frames) => frames.length)).toEqual([1, 1, 2]);
    expect(told.flat()).toEqual([1, 2, 3, 4].map((seq) => textOf(frame('a', seq).bytes)));
  });

  it('counts what waits for its batch as unread', () => {
    const socket = new FakeSocket();
    const out = new Outgoing(socket, () => undefined, { high: 200, fatal: 400 });
    out.inBatches();
    out.frame(frame('a', 1));
    socket.bufferedAmount = 150;
    out.frame(frame('a', 2));
    expect(out.frame(frame('a', 3))).toBe(false);
    out.end();
  });

  it('ends with the socket that takes not even the smallest', () => {
    const socket = new FakeSocket();
    const out = new Outgoing(socket, () => undefined, { high: 200, fatal: 400 });
    socket.bufferedAmount = 401;
    out.moment(Buffer.from('x'));
    expect([socket.terminated, socket.sent]).toEqual([true, []]);
  });
});

describe('a text frame', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536, 70_000])('of %i bytes says its length', (length) => {
    const bytes = textFrame('x'.repeat(length));
    const short = bytes[1]!;
    const [told, header] =
      short < 126
        ? [short, 2]
        : short === 126
          ? [bytes.readUInt16BE(2), 4]
          : [Number(bytes.readBigUInt64BE(2)), 10];
    expect([bytes[0], told, bytes.length - header]).toEqual([0x81, length, length]);
  });

  it('counts bytes, not characters', () => {
    expect(textFrame('ł€😀')[1]).toBe(9);
  });
});

it('a bucket gives its burst, then so many a second', () => {
  const bucket = new TokenBucket(3, 2);
  const taken = [0, 0, 0, 0, 499, 500, 500, 1_000, 60_000].map((at) => bucket.take(at));
  expect(taken).toEqual([true, true, true, false, false, true, false, true, true]);
});
