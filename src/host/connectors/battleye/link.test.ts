import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock, seededRandom } from '../doubles.ts';
import { BattlEyeLink, LINK_TIMING, type LinkAnswer } from './link.ts';
import { frame, parseServerPacket } from './packet.ts';

let clock: ManualClock;
let link: BattlEyeLink;
let sent: { type: number; seq: number; text: string }[];
let heard: string[];
let silent: number;
let ready: number;

beforeEach(() => {
  clock = new ManualClock();
  sent = [];
  heard = [];
  silent = 0;
  ready = 0;
  link = new BattlEyeLink(clock, seededRandom(1), {
    send: (data) => {
      const bytes = Buffer.from(data);
      sent.push({ type: bytes[7] ?? 0, seq: bytes[8] ?? 0, text: bytes.toString('utf8', 9) });
    },
    onMessage: (text) => heard.push(text),
    onReady: () => (ready += 1),
    onSilent: () => (silent += 1),
  });
});

function receive(...body: readonly (number | string)[]): void {
  const bytes = body.map((part) =>
    typeof part === 'number' ? Buffer.of(part) : Buffer.from(part),
  );
  const parsed = parseServerPacket(frame(Buffer.concat(bytes)));
  if (parsed.ok) link.receive(parsed.packet);
}

const ask = (text: string, repeat = true, ms = 60_000): Promise<LinkAnswer> =>
  link.command(text, { repeat, deadline: clock.elapsed() + ms });

describe('commands', () => {
  test('are numbered from 0 and answered by their number', async () => {
    const [one, two] = [ask('one'), ask('two')];
    receive(1, 1, 'second');
    receive(1, 0, 'first');
    expect(await one).toEqual({ ok: true, text: 'first' });
    expect(await two).toEqual({ ok: true, text: 'second' });
    expect(ready).toBe(1);
  });
  test('that can be repeated are sent three times, each under a new number', async () => {
    const answer = ask('players');
    await clock.advance(20_000);
    expect(sent.filter((packet) => packet.text === 'players').map((packet) => packet.seq)).toEqual([
      0, 1, 2,
    ]);
    expect(await answer).toEqual({ ok: false, kind: 'no-answer' });
  });
  test('that must not be repeated are sent once', async () => {
    const answer = ask('kick 1', false);
    await clock.advance(LINK_TIMING.answerTimeout);
    expect(sent.filter((packet) => packet.text === 'kick 1')).toHaveLength(1);
    expect(await answer).toEqual({ ok: false, kind: 'no-answer' });
  });
  test('take an answer to any of their sends, and only one', async () => {
    const answer = ask('players');
    await clock.advance(LINK_TIMING.sendTimeout);
    receive(1, 0, 'late');
    receive(1, 1, 'later');
    expect(await answer).toEqual({ ok: true, text: 'late' });
  });
  test('fail by their deadline, also those that wait for a place', async () => {
    const answers = Array.from({ length: 20 }, () => ask('players', true, 4_000));
    await clock.advance(4_000);
    for (const answer of answers) expect(await answer).toEqual({ ok: false, kind: 'no-answer' });
  });
  test('wait when many are open, and go when one is answered', async () => {
    for (let count = 0; count < 9; count += 1) void ask(`c${count}`, false);
    expect(sent).toHaveLength(8);
    receive(1, 3);
    await clock.advance(0);
    expect(sent.at(-1)?.text).toBe('c8');
  });
  test('pass number 255 and go on with 0, beside one that stays open', async () => {
    const open = ask('open', false, 4_900);
    for (let count = 1; count < 600; count += 1) {
      const answer = ask('c', false);
      receive(1, sent.at(-1)?.seq ?? 0, `${count}`);
      expect(await answer).toEqual({ ok: true, text: `${count}` });
    }
    expect(sent.filter((packet) => packet.seq === 0)).toHaveLength(1);
    receive(1, 0, 'at last');
    expect(await open).toEqual({ ok: true, text: 'at last' });
  });
  test('are answered closed when the session ends', async () => {
    const answer = ask('players');
    link.close();
    expect(await answer).toEqual({ ok: false, kind: 'closed' });
    expect(await ask('players')).toEqual({ ok: false, kind: 'closed' });
  });
  test('join the parts of their answer, and not those of an older send', async () => {
    const answer = ask('players');
    receive(1, 0, 0, 2, 1, 'OLD');
    await clock.advance(LINK_TIMING.sendTimeout);
    receive(1, 1, 0, 2, 0, 'ne');
    receive(1, 1, 0, 2, 0, 'ne');
    receive(1, 1, 0, 2, 1, 'w');
    expect(await answer).toEqual({ ok: true, text: 'new' });
  });
});

describe('messages', () => {
  test('every copy is acknowledged, one is told', () => {
    receive(2, 0, 'hello');
    receive(2, 0, 'hello');
    expect(sent).toEqual([
      { type: 2, seq: 0, text: '' },
      { type: 2, seq: 0, text: '' },
    ]);
    expect(heard).toEqual(['hello']);
  });
  test('a gap is waited for, then given up', async () => {
    receive(2, 1, 'b');
    await clock.advance(LINK_TIMING.holdBack - 1);
    expect(heard).toEqual([]);
    await clock.advance(1);
    expect(heard).toEqual(['b']);
  });
  test('what waits is told when the session ends', () => {
    receive(2, 1, 'b');
    link.close();
    expect(heard).toEqual(['b']);
  });
});

describe('liveness', () => {
  test('a keep-alive goes out after 25 to 30 s without a command, whatever comes in', async () => {
    await clock.advance(20_000);
    receive(2, 0, 'a');
    await clock.advance(4_900);
    expect(sent.filter((packet) => packet.type === 1)).toEqual([]);
    await clock.advance(5_100);
    expect(sent.at(-1)).toEqual({ type: 1, seq: 0, text: '' });
  });
  test('a server that never answered is given up after two minutes', async () => {
    await clock.advance(LINK_TIMING.silenceBeforeReady - 1);
    expect(silent).toBe(0);
    await clock.advance(1);
    expect(silent).toBe(1);
  });
  test('a server that did is given up after one, having been asked often', async () => {
    void ask('players');
    receive(1, 0);
    const before = sent.length;
    await clock.advance(LINK_TIMING.silence - 1);
    expect(silent).toBe(0);
    await clock.advance(1);
    expect(silent).toBe(1);
    expect(sent.length - before).toBeGreaterThanOrEqual(5);
  });
  test('no datagram throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), fc.boolean(), (body, framed) => {
        const parsed = parseServerPacket(framed ? frame(body) : body);
        if (parsed.ok) link.receive(parsed.packet);
      }),
    );
  });
});
