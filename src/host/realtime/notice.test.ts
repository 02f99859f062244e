import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeControl, parseNotice, type Control } from './notice.ts';

const id = 'a'.repeat(24);

it('reads the lines of events, whole or by reference', () => {
  expect(parseNotice(`s/1 5 1700 server:feed {"a":"b c"}\ns/2 6`)).toEqual({
    kind: 'events',
    events: [
      { stream: 's/1', seq: 5, rest: { at: 1700, event: 'server:feed', data: '{"a":"b c"}' } },
      { stream: 's/2', seq: 6, rest: undefined },
    ],
  });
});

it('reads every control message that it writes', () => {
  const messages: readonly Control[] = [
    { kind: 'beat', host: id },
    { kind: 'sessions-ended', ids: [id] },
    { kind: 'grants-changed', subject: id },
    { kind: 'server-changed', id },
    { kind: 'watch', host: id, watch: [id, 'presence', id, 'Ada "A"', 5] },
    { kind: 'unwatch', host: id, server: id, topic: 'metrics', account: id },
    { kind: 'watches', host: id, first: true, watches: [[id, 'metrics', id, '', 0]] },
    { kind: 'watches-asked', host: id },
    { kind: 'action-asked', server: id, request: id },
    { kind: 'action-ended', request: id },
  ];
  for (const control of messages) {
    expect(parseNotice(encodeControl(control))).toEqual({ kind: 'control', control });
  }
});

it('never throws, whatever another version sends', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((json) => `!${json}`),
      ),
      (payload) => {
        expect(['events', 'control', 'unknown']).toContain(parseNotice(payload).kind);
      },
    ),
  );
});
