import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ErrorCode } from '../../protocol/errors.ts';
import type { CommandError } from '../../worker/contract.ts';
import { countOf, sendParts, unsentParts, type Part } from './send-parts.ts';

const UNREACHABLE: CommandError = { kind: 'unreachable' };

function problem(code: ErrorCode, of: object = {}): CommandError {
  return { kind: 'problem', problem: { type: '', title: '', status: 0, code, detail: '', ...of } };
}

/** Sends so many to a host that answers each part by `answer`. */
async function send(
  count: number,
  answer: (part: Part, at: number) => CommandError | null,
  { parts = [{ from: 0, to: count }], signal = new AbortController().signal } = {},
) {
  const asked: Part[] = [];
  const ended = await sendParts(parts, {
    atOnce: 100,
    signal,
    told: () => {},
    send: async (part) => {
      asked.push(part);
      return answer(part, asked.length - 1);
    },
  });
  return { asked, ended };
}

it('a part that is refused holds up no other, and is named with why', async () => {
  const refusal = problem('ban-too-long', { fields: { 'bans.7.until': 'ban-too-long' } });
  const { asked, ended } = await send(250, (_, at) => (at === 1 ? refusal : null));
  expect(asked).toHaveLength(3);
  expect(ended).toEqual({
    left: [],
    refused: [{ from: 100, to: 200, error: refusal }],
    error: null,
  });
});

it.each([UNREACHABLE, problem('internal-error'), { kind: 'deadline' } as const])(
  'after three in a row that nobody took the rest waits: %o',
  async (error) => {
    const { asked, ended } = await send(1_000, (_, at) => (at < 2 ? null : error));
    expect(asked).toHaveLength(5);
    expect(ended).toEqual({
      left: [{ from: 500, to: 1_000 }],
      refused: [{ from: 200, to: 500, error }],
      error,
    });
  },
);

it('one that is taken between them begins the row again', async () => {
  const { ended } = await send(1_000, (_, at) => (at % 3 === 2 ? null : UNREACHABLE));
  expect(ended.left).toEqual([]);
  expect(countOf(ended.refused)).toBe(700);
});

it('what would refuse every part ends it at once', async () => {
  const error = problem('being-deleted');
  const { asked, ended } = await send(1_000, (_, at) => (at === 0 ? null : error));
  expect(asked).toHaveLength(2);
  expect(ended).toEqual({ left: [{ from: 100, to: 1_000 }], refused: [], error });
});

it('a part that is too large is sent in smaller ones, and so are those behind it', async () => {
  const tooLarge = problem('request-too-large');
  const { asked, ended } = await send(150, ({ from, to }) => (to - from > 30 ? tooLarge : null));
  expect(asked.map(({ from, to }) => to - from)).toEqual([100, 50, 25, 25, 25, 25, 25, 25]);
  expect(ended).toEqual({ left: [], refused: [], error: null });
});

it('one that is too large however small it is, is named', async () => {
  const { ended } = await send(150, () => problem('request-too-large'));
  expect(ended.left).toEqual([]);
  expect(ended.refused).toMatchObject([{ from: 0, to: 150 }]);
});

it('waits where the host takes no more for now, and sends the same part again', async () => {
  const { asked, ended } = await send(200, (_, at) =>
    at === 1 ? problem('rate-limited', { retry_after: 0 }) : null,
  );
  expect(asked.slice(1)).toEqual([
    { from: 100, to: 200 },
    { from: 100, to: 200 },
  ]);
  expect(ended).toEqual({ left: [], refused: [], error: null });
});

it('whoever stops it does not wait for that', async () => {
  const stopped = new AbortController();
  const { asked, ended } = await send(
    200,
    () => {
      stopped.abort();
      return problem('rate-limited', { retry_after: 3_600 });
    },
    { signal: stopped.signal },
  );
  expect(asked).toHaveLength(1);
  expect(ended).toEqual({ left: [{ from: 0, to: 200 }], refused: [], error: null });
});

const answers = fc.constantFrom<CommandError | null>(
  null,
  null,
  UNREACHABLE,
  problem('address-invalid'),
  problem('request-too-large'),
  problem('internal-error'),
  problem('not-found'),
  problem('rate-limited', { retry_after: 0 }),
);

it('nothing is lost: all is taken once, or still there to be sent again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 700 }), fc.array(answers), async (count, said) => {
      const taken: number[] = [];
      const note = ({ from, to }: Part) => {
        for (let at = from; at < to; at += 1) taken.push(at);
      };
      const first = await send(count, (part, at) => {
        const answer = said[at] ?? null;
        if (answer === null) note(part);
        return answer;
      });
      const again = unsentParts(first.ended);
      expect(taken.length + countOf(again)).toBe(count);
      const second = await send(count, (part) => (note(part), null), { parts: [...again] });
      expect(second.ended).toEqual({ left: [], refused: [], error: null });
      expect(taken.toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, at) => at));
    }),
  );
});
