import { describe, expect, it, vi } from 'vitest';
import { CURSORS_PER_MESSAGE, MESSAGE_LENGTH } from '../../protocol/limits.ts';
import { PROTOCOL_VERSION } from '../../protocol/version.ts';
import { readMessage, type Expected } from './read-message.ts';

const cursors = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, index]));
const hello = (parts: object = {}) =>
  JSON.stringify({ type: 'hello', protocol: PROTOCOL_VERSION, build: 'x', cursors: {}, ...parts });
const rest = (count: number) =>
  JSON.stringify({ type: 'cursors', cursors: cursors(count), more: false });
const subscribe = (count: number) =>
  JSON.stringify({
    type: 'subscribe',
    server_id: 'a'.repeat(24),
    topics: ['feed'],
    cursors: cursors(count),
  });

describe('what a client says', () => {
  it.each<[string, Expected, string, 'message' | 'malformed' | 'other-protocol']>([
    ['a hello', 'hello', hello(), 'message'],
    ['a second hello', 'other', hello(), 'malformed'],
    ['the rest of a hello', 'cursors', rest(CURSORS_PER_MESSAGE), 'message'],
    ['cursors before a hello', 'hello', rest(1), 'malformed'],
    ['cursors after a hello', 'other', rest(1), 'malformed'],
    ['something else within a hello', 'cursors', subscribe(1), 'malformed'],
    [
      'as many cursors as there may be',
      'hello',
      hello({ cursors: cursors(CURSORS_PER_MESSAGE) }),
      'message',
    ],
    ['a cursor more', 'hello', hello({ cursors: cursors(CURSORS_PER_MESSAGE + 1) }), 'malformed'],
    ['a subscription', 'other', subscribe(5), 'message'],
    ['a subscription that is too long', 'other', subscribe(1_000), 'malformed'],
    [
      'a hello of another protocol',
      'hello',
      hello({ protocol: 1, cursors: cursors(9_000) }),
      'other-protocol',
    ],
    ['a hello of another protocol within a hello', 'cursors', hello({ protocol: 1 }), 'malformed'],
    [
      'what is too long',
      'hello',
      hello({ build: 'x'.repeat(MESSAGE_LENGTH.cursors) }),
      'malformed',
    ],
    [
      'a hello of another protocol that is nested',
      'hello',
      hello({ protocol: 1, nested: [[[[[]]]]] }),
      'malformed',
    ],
    ['no object', 'hello', 'null', 'malformed'],
    ['no JSON', 'other', '{', 'malformed'],
    ['cursors that are a list', 'hello', hello({ cursors: [1] }), 'malformed'],
  ])('%s, where %s is expected', (_, expected, text, kind) => {
    expect(readMessage(text, expected).kind).toBe(kind);
  });

  it.each([
    ['brackets', '['.repeat(1_048_576)],
    ['fields', `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":1`).join()}}`],
    ['values', `[${'1,'.repeat(50_000)}1]`],
  ])('is not parsed where it holds too many %s', (_, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(readMessage(text, 'hello').kind).toBe('malformed');
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });
});
