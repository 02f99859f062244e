import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { asnDatabase } from '../../../tests/support/mmdb.ts';
import { VpnLists } from './vpn-lists.ts';

let folder: string;
let list: string;
let systems: string;
/** What could not be read. */
let failed: unknown[];
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-vpn-'));
  [list, systems] = [join(folder, 'list.txt'), join(folder, 'asn.mmdb')];
  failed = [];
  now = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const open = (files: { list?: string; systems?: string } = { list, systems }) =>
  new VpnLists(
    { list: files.list, systems: files.systems },
    { log: { error: (...what: unknown[]) => failed.push(what) }, clock: () => now },
  );

it('finds an address by a network, an address or a range of the list, and nobody else', async () => {
  await writeFile(
    list,
    '# hosts\n192.0.2.0/24 # a comment\n198.51.100.7\n203.0.113.4-203.0.113.9\r\n2001:db8::/32\nnonsense\n0.0.0.0/0\n',
  );
  const lists = open();
  const found = async (address: string | null) => lists.find(address);
  expect(await found('192.0.2.200')).toBe('192.0.2.0/24');
  expect(await found('198.51.100.7')).toBe('198.51.100.7');
  expect(await found('203.0.113.9')).toBe('203.0.113.4-203.0.113.9');
  expect(await found('2001:db8:1::5')).toBe('2001:db8::/32');
  for (const other of ['192.0.3.1', '198.51.100.8', '203.0.113.10', '2001:db9::1', 'x', null]) {
    expect(await found(other)).toBeNull();
  }
  expect(await lists.state()).toMatchObject({
    set: true,
    list: { networks: 4, systems: 0, left: 2 },
    systems_at: null,
  });
});

it('finds an address by its network number, where the data for that is there', async () => {
  await writeFile(list, 'AS64496\nas64497\n');
  const built = Date.UTC(2026, 0, 2);
  await writeFile(
    systems,
    asnDatabase(
      [
        { address: [192, 0, 2, 0], bits: 24, number: 64_496 },
        { address: [198, 51, 100, 0], bits: 24, number: 64_500 },
      ],
      built,
    ),
  );
  const lists = open();
  expect(await lists.find('192.0.2.1')).toBe('AS64496');
  expect(await lists.find('198.51.100.1')).toBeNull();
  expect(await lists.find('203.0.113.1')).toBeNull();
  expect(await lists.state()).toMatchObject({ list: { systems: 2 }, systems_at: built });
  const alone = open({ list });
  expect(await alone.find('192.0.2.1')).toBeNull();
  expect(await alone.state()).toMatchObject({ list: { systems: 2 }, systems_at: null });
});

it('reads a file that was replaced within a minute, and keeps what it read where it cannot', async () => {
  await writeFile(list, '192.0.2.0/24\n');
  const lists = open({ list });
  expect(await lists.find('192.0.2.1')).not.toBeNull();
  await writeFile(list, '198.51.100.0/24\n');
  await utimes(list, 10, 10);
  expect(await lists.find('192.0.2.1')).not.toBeNull();
  now = 60_000;
  expect(await lists.find('192.0.2.1')).toBeNull();
  expect(await lists.find('198.51.100.1')).not.toBeNull();
  expect((await lists.state()).list?.at).toBe(10_000);
  await rm(list);
  now = 120_000;
  expect(await lists.find('198.51.100.1')).not.toBeNull();
  expect(failed).toHaveLength(1);
});

it('without a list finds nobody, and says that there is none', async () => {
  const lists = open({});
  expect(await lists.find('192.0.2.1')).toBeNull();
  expect(await lists.state()).toEqual({ set: false, list: null, systems_at: null });
});

it('takes no IPv6 address for another one where the data knows IPv4 alone', async () => {
  await writeFile(list, 'AS64496\n');
  // The first bits of 2001:db8::.
  const address = [32, 1, 13, 184] as const;
  await writeFile(systems, asnDatabase([{ address, bits: 32, number: 64_496 }], 0));
  const lists = open();
  expect(await lists.find('32.1.13.184')).toBe('AS64496');
  expect(await lists.find('2001:db8::1')).toBeNull();
});

it('reads nothing of a list that is longer than it may be', async () => {
  await writeFile(list, `192.0.2.1\n${'\n'.repeat(300_000)}`);
  const lists = open({ list });
  expect(await lists.find('192.0.2.1')).toBeNull();
  expect(await lists.state()).toMatchObject({ set: true, list: null });
  expect(failed).toHaveLength(1);
});
