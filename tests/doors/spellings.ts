/** Addresses that only their operator may name, in every spelling that some resolver takes. */

const V4 = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.1.1',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.16.5.4',
  '172.31.255.254',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
];

const hex = (value: number, digits = 1) => value.toString(16).padStart(digits, '0');

function spelled(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const halves = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  return [
    address,
    `${number}`,
    `0x${hex(number, 8)}`,
    `0${number.toString(8)}`,
    [a, b, c, d].map((part) => `0x${hex(part)}`).join('.'),
    [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${hex(a)}.0${b.toString(8)}.${c * 256 + d}`,
    `::ffff:${address}`,
    `::FFFF:${halves}`,
    `0:0:0:0:0:ffff:${halves}`,
    `::${address}`,
    `::ffff:0:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b::${halves}`,
    `2002:${halves}::1`,
  ];
}

export const SPELLINGS: readonly string[] = [
  ...V4.flatMap(spelled),
  '0',
  '127.1',
  '0x7f.1',
  '0177.1',
  'localhost',
  'localhost.',
  'LOCALHOST',
  '[::1]',
  '[::]',
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '64:ff9b:1::7f00:1',
];
