import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock, seededRandom } from '../doubles.ts';
import { BattlEyeLink, LINK_TIMING, type LinkAnswer } from './link.ts';
import { frame, parseServerPacket } from './packet.ts';

let clock: ManualClock;
let link: BattlEyeLink;
let sent: { type: number; seq: number; text: string }[];
let heard: string[];
let missed: number;
let silent: number;
let ready: number;

beforeEach(() => {
  clock = new ManualClock();
  sent = [];
  heard = [];
  missed = 0;
  silent = 0;
  ready = 0;
  link = new BattlEyeLink(clock, {
    send: (data) => {
      const bytes = Buffer.from(data);
      sent.push({ type: bytes[7] ?? 0, seq: bytes[8] ?? 0, text: bytes.toString('utf8', 9) });
    },
    onMissed: () => (missed += 1),
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
  test('that can be repeated are sent some times, each under a new number', async () => {
    const answer = ask('players');
    await clock.advance(30_000);
    const numbers = sent.filter(({ text }) => text === 'players').map(({ seq }) => seq);
    expect(numbers).toHaveLength(28);
    expect(new Set(sent.map(({ seq }) => seq)).size).toBe(sent.length);
    expect(await answer).toEqual({ ok: false, kind: 'no-answer' });
  });
  test('whose answers mostly get lost are answered within their time', async () => {
    const answer = ask('players', true, 12_000);
    await clock.advance(9_000);
    receive(1, sent.at(-1)?.seq ?? 0);
    receive(1, sent.findLast(({ text }) => text === 'players')?.seq ?? 0, 'at last');
    expect(await answer).toEqual({ ok: true, text: 'at last' });
  });
  test('press a server that stays silent less and less, until it is heard again', async () => {
    void ask('players');
    const sendsIn = async (ms: number) => {
      const before = sent.length;
      await clock.advance(ms);
      return sent.slice(before).filter(({ text }) => text === 'players').length;
    };
    expect(await sendsIn(3_000)).toBe(8);
    expect(await sendsIn(4_000)).toBe(4);
    receive(2, 0, 'hello');
    await clock.advance(LINK_TIMING.sendTimeout);
    expect(await sendsIn(1_000)).toBe(4);
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
  test('find a number each, however many of them are sent again and again', async () => {
    const answers = Array.from({ length: 8 }, () => ask('players'));
    await clock.advance(30_000);
    for (const answer of answers) expect(await answer).toEqual({ ok: false, kind: 'no-answer' });
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
  test('every copy is acknowledged, a repeated one twice, and one is told', () => {
    const acknowledged = { type: 2, seq: 0, text: '' };
    receive(2, 0, 'hello');
    expect(sent).toEqual([acknowledged]);
    receive(2, 0, 'hello');
    expect(sent).toEqual([acknowledged, acknowledged, acknowledged]);
    expect(heard).toEqual(['hello']);
  });
  test('a gap is waited for, then given up', async () => {
    receive(2, 1, 'b');
    await clock.advance(LINK_TIMING.holdBack - 1);
    expect(heard).toEqual([]);
    expect(missed).toBe(0);
    await clock.advance(1);
    expect({ heard, missed }).toEqual({ heard: ['b'], missed: 1 });
    // It came in the end: what it speaks of may be over.
    receive(2, 0, 'a');
    expect({ heard, missed }).toEqual({ heard: ['b', 'a'], missed: 2 });
  });
  test('what waits is told when the session ends', () => {
    receive(2, 1, 'b');
    link.close();
    expect({ heard, missed }).toEqual({ heard: ['b'], missed: 1 });
  });
});

describe('liveness', () => {
  const asked = () => sent.filter(({ type, text }) => type === 1 && text === '');

  test('a server that talks without end is given a command in time, since acknowledgements do not count', async () => {
    for (let second = 0; second < 120; second += 1) {
      receive(2, second, `message ${second}`);
      await clock.advance(1_000);
    }
    expect(asked().length).toBeGreaterThanOrEqual(4);
    expect(asked().length).toBeLessThanOrEqual(6);
    expect(silent).toBe(0);
  });
  test('a quiet server is asked every three seconds, and no more often while it answers', async () => {
    for (let second = 0; second < 60; second += 1) {
      const before = asked().length;
      await clock.advance(1_000);
      if (asked().length > before) receive(1, sent.at(-1)?.seq ?? 0);
    }
    expect(asked().length).toBeGreaterThanOrEqual(15);
    expect(asked().length).toBeLessThanOrEqual(20);
    expect(silent).toBe(0);
  });
  test('an answer that takes two seconds is an answer', async () => {
    for (let second = 0; second < 60; second += 1) {
      for (const { seq } of asked().slice(-1)) {
        const cancel = clock.after(2_000, () => receive(1, seq));
        expect(cancel).toBeTypeOf('function');
      }
      await clock.advance(1_000);
    }
    expect(silent).toBe(0);
  });
  test('a server that never answered is given up within ten seconds', async () => {
    await clock.advance(LINK_TIMING.silenceBeforeReady - 1);
    expect(silent).toBe(0);
    await clock.advance(1);
    expect(silent).toBe(1);
  });
  test('a server that did is given up within ten seconds, having been asked a dozen times', async () => {
    void ask('kick 1', false);
    receive(1, 0);
    await clock.advance(LINK_TIMING.silence - 1);
    expect(silent).toBe(0);
    await clock.advance(1);
    expect(silent).toBe(1);
    expect(LINK_TIMING.silence).toBeLessThanOrEqual(9_500);
    expect(asked().length).toBeGreaterThanOrEqual(11);
  });
  test('where one packet in five is lost each way, hours bring no silence', async () => {
    const random = seededRandom(3);
    const lost = () => random() < 0.2;
    let before = 0;
    for (let moment = 0; moment < 4 * 3_600_000; moment += 100) {
      for (const { type, seq } of sent.slice(before)) {
        if (type === 1 && !lost() && !lost()) receive(1, seq);
      }
      before = sent.length;
      await clock.advance(100);
    }
    expect(silent).toBe(0);
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
