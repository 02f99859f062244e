import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  covers,
  endsOf,
  keysOfAddress,
  keysOfPattern,
  liesIn,
  maskedAddress,
  parseAddress,
  parsePattern,
  type Address,
  type AddressPattern,
} from './address.ts';

const text = ({ bits, value }: Address): string => {
  const [size, count] = bits === 32 ? [8n, 4] : [16n, 8];
  const mask = (1n << size) - 1n;
  const parts = Array.from({ length: count }, (_, at) =>
    ((value >> (size * BigInt(count - 1 - at))) & mask).toString(bits === 32 ? 10 : 16),
  );
  return parts.join(bits === 32 ? '.' : ':');
};

const most = { 32: (1n << 32n) - 1n, 128: (1n << 128n) - 1n } as const;
const address = fc
  .constantFrom(32 as const, 128 as const)
  .chain((bits) => fc.bigInt(0n, most[bits]).map((value): Address => ({ bits, value })));
/** Such as are not IPv4 within IPv6. */
const plain = address.filter(({ bits, value }) => bits === 32 || value >> 32n !== 0xffffn);
const part = fc.integer({ min: 0, max: 255 });

const read = (typed: string): AddressPattern => {
  const pattern = parsePattern(typed);
  if (typeof pattern === 'string') throw new Error(`${typed}: ${pattern}`);
  return pattern;
};

/** What a ban and an address come to by their keys, as the index has it. */
const meets = (pattern: AddressPattern, one: Address): boolean => {
  const keys = new Set(keysOfAddress(one));
  return keysOfPattern(pattern).some((key) => keys.has(key));
};

/** An address near the ends of a range, where a fault would be. */
const near = (pattern: AddressPattern, by: number, one: Address): Address => {
  if (pattern.kind === 'wildcards') return one;
  const { bits, first, last } = pattern;
  const value = by % 2 === 0 ? first + BigInt(by) : last + BigInt(by);
  return value < 0n || value > most[bits] ? one : { bits, value };
};

describe('the keys of an address', () => {
  it('find a range exactly where it lies in it, and so at both its ends', () => {
    fc.assert(
      fc.property(
        plain,
        fc.bigInt(0n, (1n << 24n) - 1n),
        fc.integer({ min: -3, max: 3 }),
        plain,
        (first, size, by, one) => {
          const end = first.value + size;
          const last = { bits: first.bits, value: end > most[first.bits] ? first.value : end };
          const pattern = read(`${text(first)} - ${text(last)}`);
          for (const asked of [one, near(pattern, by, one), first, last]) {
            expect(meets(pattern, asked)).toBe(liesIn(pattern, asked));
          }
          expect(liesIn(pattern, first) && liesIn(pattern, last)).toBe(true);
        },
      ),
    );
  });

  it('find wildcards exactly where each part that is said is the same', () => {
    const wild = fc
      .tuple(...[0, 1, 2, 3].map(() => fc.option(part, { freq: 2 })))
      .filter((parts) => parts.some((one) => one !== null) && parts.includes(null));
    fc.assert(
      fc.property(wild, fc.tuple(part, part, part, part), fc.boolean(), (parts, other, same) => {
        const octets = same ? parts.map((one, at) => one ?? other[at]) : other;
        const one = parseAddress(octets.join('.'));
        if (one === null) throw new Error('That is an address.');
        const pattern = read(parts.map((own) => own ?? '*').join('.'));
        const naive = parts.every((own, at) => own === null || own === octets[at]);
        expect([liesIn(pattern, one), meets(pattern, one)]).toEqual([naive, naive]);
      }),
    );
  });

  it('find a network exactly where its first bits are the same', () => {
    fc.assert(
      fc.property(plain, fc.nat(112), plain, fc.boolean(), (of, cut, other, inside) => {
        const length = of.bits === 32 ? 8 + (cut % 25) : 16 + cut;
        const host = (1n << BigInt(of.bits - length)) - 1n;
        const value = of.value - (of.value & host) + (other.value & host);
        const one = inside ? { bits: of.bits, value } : other;
        const pattern = read(`${text(of)}/${length}`);
        const naive = one.bits === of.bits && (one.value | host) === (of.value | host);
        expect([liesIn(pattern, one), meets(pattern, one)]).toEqual([naive, naive]);
      }),
    );
  });
});

it('an address is read as it is written, and IPv4 within IPv6 is IPv4', () => {
  fc.assert(
    fc.property(plain, (one) => {
      expect(parseAddress(text(one))).toEqual(one);
    }),
  );
  expect(parseAddress('::ffff:192.0.2.7')).toEqual(parseAddress('192.0.2.7'));
  expect(parseAddress('2001:db8::1')).toEqual(parseAddress('2001:0db8:0:0:0:0:0:1'));
});

it('what is typed is read or refused, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789abf.:*/- x')) }),
      (typed) => {
        const pattern = parsePattern(typed);
        if (typeof pattern === 'string') return;
        expect(keysOfPattern(pattern).length).toBeLessThanOrEqual(254);
        expect(maskedAddress(typed).length).toBeLessThanOrEqual(typed.length + 5);
      },
    ),
  );
});

it.each([
  ['', 'address-invalid'],
  ['192.0.2', 'address-invalid'],
  ['192.0.2.256', 'address-invalid'],
  ['192.0.2.07', 'address-invalid'],
  ['192.0.2.*/24', 'address-invalid'],
  ['192.0.2.9-192.0.2.1', 'address-invalid'],
  ['192.0.2.1-2001:db8::1', 'address-invalid'],
  ['2001:db8::*', 'address-invalid'],
  ['1:2:3:4:5:6:7:8:9', 'address-invalid'],
  ['::1::2', 'address-invalid'],
  ['*.*.*.*', 'address-too-wide'],
  ['0.0.0.0/0', 'address-too-wide'],
  ['10.0.0.0-255.0.0.0', 'address-too-wide'],
  ['::/0', 'address-too-wide'],
])('%s is refused as %s', (typed, fault) => {
  expect(parsePattern(typed)).toBe(fault);
});

it.each([
  ['203.0.113.7', '203.0.*.*'],
  ['203.0.113.0/24', '203.0.*.*'],
  ['2001:db8:0:1::7', '2001:db8:*'],
])('%s is shown as %s to those who may not see it', (typed, shown) => {
  expect(maskedAddress(typed)).toBe(shown);
});

describe('a ban that keeps out all that another would', () => {
  const few = fc.integer({ min: 0, max: 2 });
  const wildcards = fc
    .tuple(...[0, 1, 2, 3].map(() => fc.option(few, { freq: 2 })))
    .filter((parts) => parts.some((one) => one !== null) && parts.includes(null))
    .map((parts) => read(parts.map((one) => one ?? '*').join('.')));
  const small = fc.tuple(few, few, few, few).map((parts) => parts.join('.'));
  const range = fc
    .tuple(small, small)
    .map(([a, b]) => parsePattern(`${a}-${b}`))
    .filter((one): one is AddressPattern => typeof one !== 'string');
  const length = fc.integer({ min: 8, max: 32 });
  const network = fc.tuple(small, length).map(([a, bits]) => read(`${a}/${bits}`));
  const pattern = fc.oneof(wildcards, range, network);
  /** Addresses of it: its ends, those beside them, and what its wildcards can be. */
  const some = (of: AddressPattern): readonly Address[] => {
    if (of.kind === 'range') {
      const beside = [-1n, 0n, 1n, 255n, 256n, 65_535n, 65_536n, 16_777_215n];
      const values = endsOf(of).flatMap(({ value }) =>
        beside.flatMap((by) => [value + by, value - by]),
      );
      return values
        .filter((value) => value >= of.first && value <= of.last)
        .map((value) => ({ bits: of.bits, value }));
    }
    const choices = of.parts.map((one) => (one === null ? [0, 1, 2, 3, 255] : [one]));
    return choices
      .reduce<readonly (readonly number[])[]>(
        (all, next) => all.flatMap((head) => next.map((one) => [...head, one])),
        [[]],
      )
      .flatMap((parts) => parseAddress(parts.join('.')) ?? []);
  };

  it('is one in which each address of the other lies', () => {
    fc.assert(
      fc.property(pattern, pattern, (ban, other) => {
        expect(covers(ban, other)).toBe(some(other).every((one) => liesIn(ban, one)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is found by the keys of both ends of the other', () => {
    fc.assert(
      fc.property(pattern, pattern, (ban, other) => {
        if (!covers(ban, other)) return;
        for (const end of endsOf(other)) expect(meets(ban, end)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
