import { expect, it } from 'vitest';
import { identifierIn } from './identifier.ts';

it.each([
  ['a SteamID64', ' 76561198000000001 '],
  ['the beginning of one', '765611980'],
  ['a GUID', '0123456789ABCDEF0123456789ABCDEF'],
  ['the beginning of one', '9f3a01'],
  ['an address', '203.0.113.77'],
  ['the beginning of one', '203.0.'],
  ['an address of six', '2001:db8::1'],
  ['an id of Bohemia', 'XaG9cm3ZoP5w_0aUnq-Vb8e9nwPEFkoqZLX2bqUTFLc='],
])('%s is one: %s', (_, text) => {
  expect(identifierIn(text)).toBe(text.trim().toLowerCase());
});

it.each([
  ['a name', 'Ann'],
  ['a name with a number', 'ann2000'],
  ['a name of the letters a to f', 'facade'],
  ['a version', '1.27'],
  ['a short number', '1234'],
  ['more than a word', 'kick 76561198000000001'],
  ['nothing', ' '],
])('%s is none: %s', (_, text) => {
  expect(identifierIn(text)).toBeNull();
});
