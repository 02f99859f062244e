import { expect, it } from 'vitest';
import { shareLink } from '../../protocol/federation/fields.ts';
import { readLink, writeLink } from './link.ts';

const LINK = {
  origin: 'https://muster.example.org:8443',
  share_id: 'a'.repeat(24),
  code: 'Ab-_'.repeat(5) + 'xy',
  fingerprint: '0'.repeat(32),
};

it('a link says what it was made of, also with blanks around it', () => {
  const link = writeLink(LINK);
  expect(readLink(shareLink.parse(`  ${link}\n`))).toEqual(LINK);
});

it.each([
  ['http', { ...LINK, origin: 'http://muster.example.org' }],
  ['a password', { ...LINK, origin: 'https://ada:secret@muster.example.org' }],
  ['a path', { ...LINK, origin: 'https://muster.example.org/x' }],
  ['a short code', { ...LINK, code: 'short' }],
])('a link with %s is none', (_, of) => {
  expect(shareLink.safeParse(writeLink(of)).success).toBe(false);
});
