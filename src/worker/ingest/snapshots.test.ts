import { expect, it } from 'vitest';
import type { DomainEvent } from '../../domain/event.ts';
import type { CommandError, Outcome } from '../contract.ts';
import { ManualClock } from '../doubles.ts';
import type { RestClient } from '../session/rest.ts';
import { LeftError } from './server-lists.ts';
import { SnapshotError, snapshotQuestions } from './snapshots.ts';

const idOf = (index: number) => index.toString(16).padStart(24, '0');
const lists = (count: number) =>
  Array.from({ length: count }, (_, index) => `server/${idOf(index)}/list`);

interface Call {
  readonly name: string;
  readonly input: { readonly query?: { readonly ids?: string; readonly limit?: number } };
}

/** What a host is asked that answers every call so, one after the other, and what is heard of it. */
function asking(...answers: Outcome<object>[]) {
  let meant = true;
  const calls: Call[] = [];
  /** So many calls, and nobody waits for the next. */
  const given = { most: Infinity };
  const call = async (name: string, input: Call['input'] = {}) => {
    calls.push({ name, input });
    meant = calls.length < given.most;
    return answers.length > 1 ? answers.shift() : answers[0];
  };
  const rest = { call, account: () => call('session') } as unknown as RestClient;
  const questions = snapshotQuestions(rest, new ManualClock());
  const ask = async (streams: readonly string[]) => {
    const heard: DomainEvent[] = [];
    const asked = questions(streams);
    await Promise.all(
      asked.map(({ ask }) =>
        ask(
          (event) => heard.push(event),
          () => meant,
        ),
      ),
    );
    expect(asked.flatMap((question) => question.streams).sort()).toEqual([...streams].sort());
    return heard;
  };
  return { calls, ask, given };
}

const refused = (code: 'not-found' | 'permission-denied' | 'not-signed-in' | 'internal-error') => {
  const status = code === 'not-signed-in' ? 401 : code === 'internal-error' ? 500 : 404;
  const problem = { type: 'about:blank', title: code, status, code, detail: code };
  return { ok: false, error: { kind: 'problem', problem } satisfies CommandError } as const;
};

it.each([
  [1, [1]],
  [200, [200]],
  [201, [200, 1]],
  [400, [200, 200]],
  [401, [null]],
])('asks for %i servers in calls of %j', async (count, sizes) => {
  const { calls, ask } = asking({ ok: true, value: { servers: [], next: null } });
  const events = await ask(lists(count));
  expect(calls.map(({ input }) => input.query?.ids?.split(',').length ?? null)).toEqual(sizes);
  // Absence of a server says nothing: it may have come since.
  expect(events).toEqual(
    sizes.map(() => expect.objectContaining({ data: { servers: [], whole: false } })),
  );
});

it('asks for a long list page by page, and tells each page as it comes', async () => {
  const page = (next: string | null) => ({ ok: true, value: { servers: [], next } }) as const;
  const { calls, ask } = asking(page(idOf(7)), page(idOf(9)), page(null));
  expect(await ask(lists(500))).toHaveLength(3);
  expect(calls.map(({ input }) => input.query)).toEqual([
    {},
    { after: idOf(7) },
    { after: idOf(9) },
  ]);
});

it('asks for no further page of rows once nobody waits for them', async () => {
  const page = { position: 3, rows: [], total: 9, about: false };
  const { calls, ask, given } = asking({ ok: true, value: { ...page, next: 'further' } });
  given.most = 2;
  await expect(ask([`server/${idOf(1)}/notes`])).rejects.toBeInstanceOf(LeftError);
  expect(calls).toHaveLength(2);
});

it('asks for the newest entries of a feed, a console and what is personal, and for no metrics', async () => {
  const { calls, ask } = asking({ ok: true, value: { position: 3, entries: [] } });
  const of = (audience: string) => `server/${idOf(1)}/${audience}`;
  await ask(['feed', 'console', 'feed-personal', 'metrics'].map(of));
  const params = { server_id: idOf(1) };
  const query = { limit: 200 };
  expect(calls).toEqual([
    { name: 'feedPage', input: { params, query } },
    { name: 'consolePage', input: { params, query } },
    { name: 'personalPage', input: { params } },
  ]);
});

it.each(['not-found', 'permission-denied', 'not-signed-in'] as const)(
  'what is refused as %s gives nothing',
  async (code) => {
    const { ask } = asking(refused(code));
    expect(await ask([...lists(1), `account/${idOf(2)}`])).toEqual([]);
  },
);

it.each([{ ok: false, error: { kind: 'unreachable' } } as const, refused('internal-error')])(
  'no answer is worth asking again: %j',
  async (answer) => {
    const { ask } = asking(answer);
    await expect(ask(lists(1))).rejects.toThrow(SnapshotError);
  },
);
