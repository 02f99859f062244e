import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { tracesOf } from './traces.ts';

const SECRET = 'Zoë Ünlü <zoe@mail.example>';

const forms: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in capitals': (text) => text.toUpperCase(),
  'in other code points': (text) => text.normalize('NFD'),
  'in a JSON string': (text) => JSON.stringify({ deep: [{ name: text }] }),
  'as the name of a field': (text) => JSON.stringify({ [text]: 1 }),
  'in escapes of JSON': (text) =>
    text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in a URL': (text) => `?q=${encodeURIComponent(text)}`,
  'in a form': (text) => new URLSearchParams({ q: text }).toString(),
  'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
  'in base64, with something before and behind': (text) =>
    Buffer.from(`{"a":"${text}"}`).toString('base64'),
};

it.each(Object.entries(forms))('a secret is found %s, wherever it stands', (_, form) => {
  const around = fc.string({ maxLength: 40 }).map((text) => text.replaceAll('\n', ''));
  fc.assert(
    fc.property(around, around, (before, behind) => {
      const text = `${before}\n${form(SECRET)}\n${behind}`;
      expect(tracesOf(['never said', SECRET], text)).toEqual([SECRET]);
    }),
  );
});
