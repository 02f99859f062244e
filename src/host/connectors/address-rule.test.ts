import { expect, test } from 'vitest';
import { addressKind, addressRule, guardedPorts, keptPorts } from './address-rule.ts';
import { FakeNetwork, ManualClock } from './doubles.ts';
import type { Resolution } from './ports.ts';

test.each([
  ['public', ['8.8.8.8', '203.0.112.1', '172.32.0.1', '2606:4700::1', '::ffff:8.8.8.8']],
  ['public', ['2002:808:808::1', '64:ff9b::808:808']],
  ['private', ['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0']],
  ['private', ['::1', '::', 'fd00::1', '::ffff:127.0.0.1', '::ffff:a00:1', '64:ff9b::a00:1']],
  ['private', ['2002:7f00:1::', '2002:c0a8:101::1', '::ffff:0:10.0.0.1', '::10.0.0.1']],
  ['never', ['169.254.169.254', '224.0.0.1', '255.255.255.255', 'fe80::1', 'fe80::1%eth0']],
  ['never', ['ff02::1', '2001::1', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe']],
  ['never', ['2002:a9fe:a9fe::1', 'not an address', '', '1.2.3']],
] as const)('an address is %s in whichever way it is written: %j', (kind, addresses) => {
  expect(addresses.map((address) => [address, addressKind(address)])).toEqual(
    addresses.map((address) => [address, kind]),
  );
});

const [PUBLIC, PRIVATE, NEVER] = ['8.8.8.8', '10.0.0.1', '169.254.169.254'];

test.each([
  [undefined, '127.0.0.1', true, true],
  [undefined, 'localhost', true, true],
  [undefined, '::1', true, true],
  [undefined, '0.0.0.0', false, true],
  [undefined, '192.168.1.1', false, true],
  [undefined, 'host.example', false, true],
  [true, '0.0.0.0', true, true],
  [false, '127.0.0.1', false, false],
  [['10.0.0.0/8'], '0.0.0.0', true, true],
  [['10.0.0.1'], '0.0.0.0', true, true],
  [['10.0.0.2'], '0.0.0.0', false, false],
  [[], '127.0.0.1', false, false],
])(
  'with %j chosen, on a host that listens on %s, a private server is let in: %s, and stays: %s',
  (privateAddresses, host, allowed, kept) => {
    const { allows, keeps } = addressRule({ privateAddresses, host });
    expect([allows(PRIVATE), keeps(PRIVATE)]).toEqual([allowed, kept]);
    expect([allows(PUBLIC), keeps(PUBLIC), allows(NEVER), keeps(NEVER)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  },
);

/** Ports by which a name resolves to one address after the other. */
function resolving(...addresses: readonly (string | null)[]) {
  const left = [...addresses];
  const resolve = async (): Promise<Resolution> => {
    const address = left.shift() ?? null;
    if (address !== null) return { ok: true, address };
    return { ok: false, kind: 'hostname-not-resolved', detail: '' };
  };
  return { ...new FakeNetwork(new ManualClock()).ports(), resolve };
}

const told = ({ ok, ...rest }: Resolution) => ('address' in rest ? rest.address : [ok, rest.kind]);

test('a name is looked at each time it resolves', async () => {
  const { allows } = addressRule({ privateAddresses: false, host: '0.0.0.0' });
  const ports = guardedPorts(resolving(PUBLIC, PRIVATE, null), allows);
  expect(told(await ports.resolve('name'))).toBe(PUBLIC);
  expect(told(await ports.resolve('name'))).toEqual([false, 'address-not-allowed']);
  expect(told(await ports.resolve('name'))).toEqual([false, 'hostname-not-resolved']);
});

test('what was let in as private stays until it is public once, which is told once, and not again', async () => {
  const rule = addressRule({ privateAddresses: undefined, host: '0.0.0.0' });
  let moved = 0;
  const ports = keptPorts(
    resolving(PRIVATE, null, PRIVATE, PUBLIC, PUBLIC, PRIVATE),
    rule,
    () => (moved += 1),
  );
  const answers = [];
  for (let count = 0; count < 6; count++) {
    answers.push([told(await ports.resolve('name')), moved]);
  }
  expect(answers).toEqual([
    [PRIVATE, 0],
    [[false, 'hostname-not-resolved'], 0],
    [PRIVATE, 0],
    [PUBLIC, 1],
    [PUBLIC, 1],
    [[false, 'address-not-allowed'], 1],
  ]);
});
