import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { found } from '../../protocol/account/calls.ts';
import { consoleCommand, kickReason, messageText } from '../../protocol/actions/calls.ts';
import { serversAdd } from '../../protocol/servers/calls.ts';
import { pairingCode } from '../../protocol/walls/fields.ts';
import { wallCreate } from '../../protocol/walls/calls.ts';
import { loadTexts, startTexts } from '../text/i18n.ts';
import { charactersLeft, limitText, read, wrongBy } from './rules.ts';

beforeAll(async () => {
  await startTexts();
  await loadTexts();
});

describe('a limit in words', () => {
  it.each([
    [found.body.shape, 'username', /^3 to 32 characters; letters, digits, dot/],
    [found.body.shape, 'password', /^8 to 256 characters$/],
    [found.body.shape, 'email', /^At most 254 characters$/],
    [serversAdd.body.shape, 'identifier', /^At most 20 characters; .*punctuation$/],
    [serversAdd.body.shape, 'query_port', /^1 to 65535$/],
    [wallCreate.body.shape, 'wall.name', /^At most 60 characters$/],
    [wallCreate.body.shape, 'wall.rotation', /^5 to 3600$/],
    [wallCreate.body.shape, 'wall.scenes.3.title', /^At most 60 characters/],
  ])('is that of the schema %#', (rules, name, text) => {
    expect(limitText(rules, name)).toMatch(text);
  });

  it('of what no schema knows is none', () => {
    expect(limitText(serversAdd.body.shape, 'other')).toBe('');
  });
});

describe('what is wrong in words', () => {
  it.each([
    [found.body.shape.username, '', 'This is required.'],
    [found.body.shape.username, 'ab', 'At least 3 characters.'],
    [found.body.shape.username, 'a'.repeat(33), 'At most 32 characters.'],
    [found.body.shape.email, 'ann', 'This is not an e-mail address.'],
    [serversAdd.body.shape.game_port, '70000', 'A whole number from 1 to 65535.'],
    [serversAdd.body.shape.game_port, '1.5', 'A whole number from 1 to 65535.'],
    [serversAdd.body.shape.host, 'http://a', /^An IP address or a host name only/],
    [pairingCode, 'ABC', /^A code has eight letters and digits/],
    [z.string().regex(/^a/), 'b', 'This does not have the right format.'],
  ])('is told by the schema %#', (rule, typed, text) => {
    expect(wrongBy(rule, typed)).toMatch(text);
  });

  it('is nothing where the schema takes it', () => {
    expect(wrongBy(messageText, ' hello ')).toBeUndefined();
  });
});

describe('what is typed', () => {
  const rules = {
    text: z.string().trim(),
    number: z.int(),
    open: z.int().nullable(),
    absent: z.string().min(1).optional(),
    list: z.array(z.int()),
  };

  it('is read as its rule means it', () => {
    const typed = { text: ' a ', number: ' 12 ', open: ' ', absent: '', list: [1], other: 'x' };
    const body = { text: 'a', number: 12, open: null, absent: undefined, list: [1] };
    expect(read(rules, typed)).toEqual({ body, wrong: {} });
  });

  it('is wrong at its own path', () => {
    expect(Object.keys(read(rules, { list: [1, 1.5] }).wrong)).toEqual(['list.1']);
  });
});

describe('the counter of a text', () => {
  it('begins at the limit of the protocol', () => {
    expect(charactersLeft(messageText, '')).toBe(256);
    expect(charactersLeft(consoleCommand, '')).toBe(256);
    expect(charactersLeft(kickReason, '')).toBe(128);
  });

  it('leaves out blanks around the text, and counts what is too long below zero', () => {
    expect(charactersLeft(kickReason, '  spam ')).toBe(124);
    expect(charactersLeft(kickReason, 'x'.repeat(130))).toBe(-2);
  });

  it('falls below zero exactly where the text is refused', () => {
    for (const schema of [messageText, kickReason]) {
      const most = 'x'.repeat(charactersLeft(schema, ''));
      expect(schema.safeParse(most).success).toBe(true);
      expect(schema.safeParse(`${most}x`).success).toBe(false);
    }
  });
});
