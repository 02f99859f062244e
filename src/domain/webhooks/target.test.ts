import { expect, it } from 'vitest';
import { shownTarget } from './target.ts';

it.each([
  ['https://discord.com/api/webhooks/123/TOKEN', 'https://discord.com/api/webhooks/123/…'],
  ['https://discord.com/api/webhooks/123/TOKEN/', 'https://discord.com/api/webhooks/123/…'],
  ['https://example.org', 'https://example.org/'],
  ['https://example.org/', 'https://example.org/'],
  ['https://example.org?key=1', 'https://example.org/…'],
  ['https://example.org/in/?key=1/2', 'https://example.org/…'],
  ['HTTPS://Example.org:8443/a/b', 'https://example.org:8443/a/…'],
  [
    `https://discord.com/api/webhooks/12345678901234567890/${'T'.repeat(68)}/slack`,
    'https://discord.com/api/webhooks/12345678901234567890/…',
  ],
  [
    'https://api.telegram.org/bot123456789:AAbbCCddEEffGGhhIIjj/send/me',
    'https://api.telegram.org/…',
  ],
])('%s is shown as %s', (url, shown) => {
  expect(shownTarget(url)).toBe(shown);
});
