import { beforeEach, expect, it } from 'vitest';
import type { DomainEvent } from '../../domain/event.ts';
import type { Change } from '../../domain/change.ts';
import { Engine, type LoggedEvent } from './engine.ts';

let engine: Engine;

function connecting(attempt: number): DomainEvent {
  const connection = { kind: 'connecting', attempt, deadline: 0 } as const;
  return { source: 'link', event: 'connection', at: attempt, data: { connection } };
}

/** Hears the events in the order in which they are told. */
function listening(): { readonly heard: number[]; readonly changes: Change[] } {
  const heard: number[] = [];
  const changes: Change[] = [];
  engine.listen((told, events) => {
    changes.push(...told);
    heard.push(...events.map(({ event }: LoggedEvent) => event.at));
  });
  return { heard, changes };
}

beforeEach(() => {
  engine = new Engine();
});

it('is heard in the order of what happened, also where a listener makes more happen', () => {
  const before = listening();
  engine.listen((_, events) => {
    for (const { event } of events) if (event.at < 3) engine.dispatch(connecting(event.at + 1));
  });
  const after = listening();
  engine.dispatch(connecting(1));
  expect(before.heard).toEqual([1, 2, 3]);
  expect(after.heard).toEqual([1, 2, 3]);
  for (const [index, change] of after.changes.entries()) {
    expect(change.before).toBe(after.changes[index - 1]?.after);
  }
});

it('holds at once what a listener makes happen', () => {
  const attempts: unknown[] = [];
  engine.listen((_, events) => {
    if (events[0]?.event.at !== 1) return;
    engine.dispatch(connecting(2));
    attempts.push(engine.rows.link.get('link')?.connection);
  });
  engine.dispatch(connecting(1));
  expect(attempts).toEqual([{ kind: 'connecting', attempt: 2, deadline: 0 }]);
});

it('keeps whole batches in order, also those that a listener begins', () => {
  engine.listen((_, events) => {
    if (events[0]?.event.at !== 1) return;
    engine.batch(() => [3, 4].forEach((at) => engine.dispatch(connecting(at))));
  });
  const { heard } = listening();
  engine.batch(() => [1, 2].forEach((at) => engine.dispatch(connecting(at))));
  expect(heard).toEqual([1, 2, 3, 4]);
});

it('is heard by everybody, whoever fails', () => {
  engine.listen(() => {
    throw new TypeError('Nobody reckoned with it.');
  });
  const { heard } = listening();
  expect(() => engine.dispatch(connecting(1))).toThrow('Nobody reckoned with it.');
  expect(() => engine.dispatch(connecting(2))).toThrow('Nobody reckoned with it.');
  expect(heard).toEqual([1, 2]);
});
