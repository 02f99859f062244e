import { describe, expect, it } from 'vitest';
import { addressKey } from '../identity/address-key.ts';
import { hostIsOurs, isLocal, originAllowed } from './origin.ts';

const none = { origin: undefined, apiOrigin: undefined };
const named = { origin: 'https://muster.example.org', apiOrigin: undefined };

describe('a page may change something', () => {
  it.each([
    ['no origin, as of a script', { host: 'muster.example.org' }, named, true],
    [
      'the origin of the settings',
      { host: 'x', origin: 'https://muster.example.org' },
      named,
      true,
    ],
    [
      'an address as it was asked for',
      { host: '10.0.0.2:7070', origin: 'http://10.0.0.2:7070' },
      none,
      true,
    ],
    ['an IPv6 address', { host: '[::1]:7070', origin: 'http://[::1]:7070' }, none, true],
    ['localhost', { host: 'localhost:7070', origin: 'http://localhost:7070' }, none, true],
    ['another port', { host: 'localhost:7070', origin: 'http://localhost:7071' }, none, false],
    ['another site', { host: 'localhost:7070', origin: 'https://evil.example' }, none, false],
    [
      'a name that leads here',
      { host: 'evil.example', origin: 'http://evil.example' },
      none,
      false,
    ],
    [
      'a name that only begins like ours',
      { host: 'muster.example.org.evil', origin: 'http://muster.example.org.evil' },
      named,
      false,
    ],
    ['an opaque origin', { host: 'localhost:7070', origin: 'null' }, none, false],
  ])('from %s: as it should be', (_what, headers, settings, allowed) => {
    expect(originAllowed(headers, settings)).toBe(allowed);
  });
});

it('serves IP addresses, localhost and the names of the settings', () => {
  expect(
    ['127.0.0.1', '[fe80::1]:1', 'a.localhost', 'LOCALHOST'].every((host) =>
      hostIsOurs(host, none),
    ),
  ).toBe(true);
  expect(hostIsOurs('muster.example.org:443', named)).toBe(true);
  expect(hostIsOurs('muster.example.org', none)).toBe(false);
  expect(hostIsOurs(undefined, named)).toBe(false);
});

it.each([
  ['127.0.0.1', { host: '127.0.0.1:7070' }, true],
  ['::ffff:127.0.0.1', { host: 'localhost' }, true],
  ['::1', { host: '[::1]:7070' }, true],
  ['10.0.0.1', { host: 'localhost' }, false],
  ['127.0.0.1', { host: '10.0.0.1' }, false],
  ['127.0.0.1', { host: 'evil.example' }, false],
  ['127.0.0.1', { host: 'localhost', forwarded: 'for=10.0.0.1' }, false],
  ['127.0.0.1', { host: 'localhost', 'x-real-ip': '10.0.0.1' }, false],
  [undefined, { host: 'localhost' }, false],
])('knows whether %s with %o is this machine', (peer, headers, local) => {
  expect(isLocal({ peer, headers })).toBe(local);
});

it('counts an IPv4 address by itself and an IPv6 address by its first 64 bits', () => {
  expect(addressKey('10.0.0.1')).toBe('10.0.0.1');
  expect(addressKey('::ffff:10.0.0.1')).toBe('10.0.0.1');
  expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(addressKey('2001:db8:1:2::9')).toBe(addressKey('2001:0db8:0001:0002:ffff::'));
  expect(addressKey('2001:db8::1')).not.toBe(addressKey('2001:db8:0:1::1'));
});
