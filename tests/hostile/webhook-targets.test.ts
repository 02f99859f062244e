/** Addresses that a webhook must not lead to, in every way that somebody may write one: nothing is connected to. */
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressRule } from '../../src/host/connectors/address-rule.ts';
import {
  guardedPost,
  RequestFailure,
  type Requesting,
} from '../../src/host/connectors/guarded-request.ts';
import { systemPorts } from '../../src/host/connectors/udp.ts';
import { webhookUrl } from '../../src/protocol/webhooks/fields.ts';

const V4 = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
];
const V6 = [
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001::1',
  '64:ff9b:1::1',
];

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');

/** One address as URLs, names and IPv6 write it. */
function formsOf(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const words = `${hex(a * 256 + b, 4)}:${hex(c * 256 + d, 4)}`;
  const octal = [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.');
  const hexed = [a, b, c, d].map((part) => `0x${part.toString(16)}`).join('.');
  return [
    address,
    `${address}.`,
    String(whole),
    `0x${hex(whole, 8)}`,
    `0${whole.toString(8)}`,
    octal,
    hexed,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    address.replaceAll('.', '。'),
    address.replaceAll(/./g, (one) => `%${hex(one.charCodeAt(0), 2)}`),
    `[::ffff:${address}]`,
    `[::ffff:${words}]`,
    `[::${words}]`,
    `[::ffff:0:${words}]`,
    `[64:ff9b::${words}]`,
    `[2002:${words}::1]`,
  ];
}

const FORMS = [...V4.flatMap(formsOf), ...V6.map((one) => `[${one}]`), 'localhost', 'localhost.'];

let port = 0;
let connections = 0;
const servers = ['127.0.0.1', '::1'].map((address) => ({
  address,
  server: createServer((socket) => {
    connections += 1;
    socket.destroy();
  }),
}));

beforeAll(async () => {
  for (const { address, server } of servers) {
    await new Promise<void>((done) => server.listen(port, address, done));
    ({ port } = server.address() as AddressInfo);
  }
});
afterAll(() => {
  for (const { server } of servers) server.close();
});

const requesting: Requesting = {
  ports: systemPorts,
  addressRule: addressRule({ privateAddresses: false, host: '127.0.0.1' }),
};

function post(url: string, by = requesting) {
  return guardedPost(by, { url: new URL(url), headers: {}, body: '', patience: 5_000, most: null });
}

/** Why nothing was sent. */
async function refused(url: string, by = requesting): Promise<string> {
  if (!webhookUrl.safeParse(url).success) return 'refused by the form';
  try {
    await post(url, by);
    return 'sent';
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    return error.reason;
  }
}

it('there are 200 of them, and each is refused before anything is connected to', async () => {
  expect(FORMS.length).toBeGreaterThanOrEqual(200);
  for (const scheme of ['https', 'http']) {
    for (const form of FORMS) {
      const why = await refused(`${scheme}://${form}:${port}/in`);
      const reasons = ['refused by the form', 'address-not-allowed', 'host-unknown'];
      expect(reasons, `${scheme}://${form}`).toContain(why);
    }
  }
  expect(connections).toBe(0);
});

it('whatever a name leads to a moment later, what was looked at is what is connected to', async () => {
  const answers = ['203.0.113.1', '127.0.0.1'];
  let asked = 0;
  const ports: Requesting['ports'] = {
    ...systemPorts,
    resolve: async () => {
      asked += 1;
      return { ok: true, address: answers[Math.min(asked, answers.length) - 1] ?? '' };
    },
  };
  const by = { ...requesting, ports, signal: AbortSignal.timeout(300) };
  expect(await refused(`https://rebound.example.org:${port}/`, by)).toBe('unreachable');
  expect(asked).toBe(1);
  expect(await refused(`https://rebound.example.org:${port}/`, by)).toBe('address-not-allowed');
  expect(connections).toBe(0);
});

it('the same guard lets through what the operator allows', async () => {
  const open = addressRule({ privateAddresses: true, host: '127.0.0.1' });
  expect(await refused(`https://127.0.0.1:${port}/`, { ...requesting, addressRule: open })).toBe(
    'unreachable',
  );
  expect(connections).toBe(1);
});
