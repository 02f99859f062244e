import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../doubles.ts';
import { RequestTable, type Answer } from './requests.ts';

let clock: ManualClock;
let sent: { Identifier: number; Message: string }[];
let table: RequestTable;

beforeEach(() => {
  clock = new ManualClock();
  sent = [];
  table = new RequestTable(clock, (data) => sent.push(JSON.parse(data)));
});

interface Asked {
  readonly id: number;
  answer: Answer | null;
  readonly heard: string[];
}

function ask(text: string, repeat = false, deadline = 15_000): Asked {
  const asked: Asked = { id: 1_001 + sent.length, answer: null, heard: [] };
  const options = { repeat, deadline: clock.elapsed() + deadline };
  const onText = (part: string): void => void asked.heard.push(part);
  void table.ask(text, { ...options, onText }).then((answer) => (asked.answer = answer));
  return asked;
}

const frame = (id: number, text: string): void => table.receive({ id, text, type: 'Generic' });
const said = (text: string) => ({ ok: true, text });

describe('an answer ends', () => {
  test('with the first frame of a command that is known for one', async () => {
    for (const command of ['playerlist', 'global.playerlist', 'say hi', 'console.tail 256']) {
      const asked = ask(command);
      frame(asked.id, 'x');
      await clock.advance(0);
      expect(asked.answer).toEqual(said('x'));
    }
  });
  test('with an empty frame after others', async () => {
    const save = ask('server.save');
    for (const text of ['one', 'two', '']) frame(save.id, text);
    await clock.advance(0);
    expect([save.answer, save.heard]).toEqual([said('one\ntwo'), ['one', 'two']]);
  });
  test('with a pause after its last frame', async () => {
    const convar = ask('server.seed');
    frame(convar.id, 'server.seed: "1"');
    await clock.advance(300);
    expect(convar.answer).toBeNull();
    frame(convar.id, 'and more');
    await clock.advance(300);
    expect(convar.answer).toBeNull();
    await clock.advance(200);
    expect(convar.answer).toEqual(said('server.seed: "1"\nand more'));
  });
  test('an empty first frame is one, and others may follow', async () => {
    const ban = ask('unban 1');
    frame(ban.id, '');
    await clock.advance(500);
    expect(ban.answer).toEqual(said(''));
  });
  test('in silence where nothing is printed', async () => {
    const unknown = ask('orden-que-no-existe');
    await clock.advance(3_900);
    expect(unknown.answer).toBeNull();
    await clock.advance(200);
    expect(unknown.answer).toEqual({ ok: false, kind: 'no-answer' });
  });
  test('at its deadline with what there is', async () => {
    const quit = ask('quit', false, 1_000);
    for (let part = 0; part < 20; part += 1) {
      frame(quit.id, 'x');
      await clock.advance(100);
    }
    expect(quit.answer).toMatchObject({ ok: true });
    expect(sent).toHaveLength(1);
  });
  test('with the connection', async () => {
    const asked = [ask('a'), ask('b')];
    table.close();
    asked.push(ask('c'));
    await clock.advance(0);
    for (const { answer } of asked) expect(answer).toEqual({ ok: false, kind: 'closed' });
    expect(sent).toHaveLength(2);
  });
});

test('answers that interleave go each to its own command', async () => {
  const save = ask('server.save');
  const list = ask('playerlist');
  const version = ask('oxide.version');
  frame(save.id, 'a');
  frame(list.id, '[]');
  frame(version.id, 'v');
  frame(save.id, 'b');
  frame(save.id, '');
  await clock.advance(500);
  expect([save.answer, list.answer, version.answer]).toEqual([said('a\nb'), said('[]'), said('v')]);
});

test('only what may be asked twice is, under a number of its own', async () => {
  const list = ask('playerlist', true);
  const kick = ask('kick 1');
  await clock.advance(4_100);
  expect(sent.map(({ Message }) => Message)).toEqual(['playerlist', 'kick 1', 'playerlist']);
  expect(new Set(sent.map(({ Identifier }) => Identifier)).size).toBe(3);
  frame(sent[0]?.Identifier ?? 0, '[]');
  await clock.advance(0);
  expect(list.answer).toEqual(said('[]'));
  frame(sent[2]?.Identifier ?? 0, '[1]');
  await clock.advance(10_000);
  expect(kick.answer).toEqual({ ok: false, kind: 'no-answer' });
  expect(sent).toHaveLength(3);
});

test('what comes after an answer was taken for complete is still heard', async () => {
  const kick = ask('kick 1');
  await clock.advance(4_100);
  frame(kick.id, 'Kicked: Bob');
  frame(999, 'of nobody');
  expect(kick.heard).toEqual(['Kicked: Bob']);
  expect(kick.answer).toEqual({ ok: false, kind: 'no-answer' });
});
