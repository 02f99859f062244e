import { expect, it } from 'vitest';
import { clientMessage } from './frames.ts';
import { helloMessages } from './hello.ts';
import { CURSORS_PER_MESSAGE, HELLO_MESSAGES, MESSAGE_LENGTH } from './limits.ts';
import { serverStream } from './streams.ts';

const cursorsOf = (servers: number) =>
  Array.from({ length: servers }, (_, index) => {
    const id = index.toString(16).padStart(24, '0');
    return [serverStream(id, 'list'), Number.MAX_SAFE_INTEGER - index] as const;
  });

it.each([0, 1, CURSORS_PER_MESSAGE, CURSORS_PER_MESSAGE + 1, 25_000, 100_000])(
  'a hello for %i servers says every cursor once, in messages that the host takes',
  (servers) => {
    const cursors = cursorsOf(servers);
    const messages = helloMessages({ build: 'x'.repeat(64), cursors });
    expect(messages.length).toBeLessThanOrEqual(HELLO_MESSAGES);
    const told = messages.flatMap((message) => {
      expect(JSON.stringify(message).length).toBeLessThanOrEqual(MESSAGE_LENGTH.cursors);
      const { type } = clientMessage.parse(message);
      expect(type).toBe(message === messages[0] ? 'hello' : 'cursors');
      return 'cursors' in message ? Object.entries(message.cursors) : [];
    });
    expect(told).toEqual(cursors);
    const more = messages.map((message) => 'more' in message && message.more === true);
    expect(more).toEqual(messages.map((_, index) => index < messages.length - 1));
  },
);
