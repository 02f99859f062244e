import { afterEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { readBans, type BansOfFile } from './read-bans.ts';

const now = Date.UTC(2026, 0, 1);
const STEAM = '76561198000000001';
const GUID = '50355e6d24e59ad9e7c4f3b24036f816';

const read = (
  text: string | Uint8Array<ArrayBuffer>,
  name = 'bans.txt',
  signal = new AbortController().signal,
) => readBans(new File([text], name), now, () => {}, signal);
async function bansOf(text: string | Uint8Array<ArrayBuffer>, name?: string): Promise<BansOfFile> {
  const file = await read(text, name);
  if (typeof file === 'string') throw new Error(file);
  return file;
}

it('names the number, the text and the fault of each line that is no ban', async () => {
  const file = await bansOf(
    `\uFEFF${GUID} -1 Cheating\r\nDear diary\r\n\r\n${GUID} 90 How long?\r\n`,
  );
  expect(file.bans).toHaveLength(1);
  expect(file.refused).toEqual([
    { line: 2, text: 'Dear diary', fault: 'no-identity' },
    { line: 4, text: `${GUID} 90 How long?`, fault: 'time-unclear' },
  ]);
  expect([...file.faults]).toEqual([
    ['no-identity', 1],
    ['time-unclear', 1],
  ]);
});

it('is the same however the parts of a file fall, also within a character', async () => {
  const line = `${GUID} -1 Ärger und noch mehr Ärger\n`;
  const bytes = new TextEncoder().encode(line.repeat(4_000));
  const { bans, refused } = await bansOf(bytes);
  expect(refused).toEqual([]);
  expect(bans).toHaveLength(4_000);
  expect(new Set(bans.map(({ reason }) => reason))).toEqual(new Set(['Ärger und noch mehr Ärger']));
});

it('a line without an end takes no memory, and is refused as too long', async () => {
  const { bans, refused } = await bansOf(`${'x'.repeat(3_000_000)}\n${STEAM}\n`);
  expect(bans).toHaveLength(1);
  expect(refused).toEqual([{ line: 1, text: 'x'.repeat(120), fault: 'too-long' }]);
});

it.each([',', ';', '\t'])(
  'reads a CSV that is separated by %j, with lines and quotes in its cells',
  async (mark) => {
    const cells = [
      ['Steam ID', 'Name', 'Reason'],
      [STEAM, '"Ann, ""the\nfirst"""', 'Cheating'],
      ['', 'Nobody', 'No id'],
    ];
    const { bans, refused } = await bansOf(
      cells.map((row) => row.join(mark)).join('\n'),
      'bans.csv',
    );
    expect(bans).toMatchObject([{ name: 'Ann, "the first"', reason: 'Cheating' }]);
    expect(refused).toMatchObject([{ line: 3, fault: 'no-identity' }]);
  },
);

it('gives up a CSV whose quotation mark is never closed', async () => {
  const text = `steamid,reason\n${STEAM},"Cheating\n${`${STEAM},More\n`.repeat(60_000)}`;
  expect(await read(text)).toBe('quote-open');
});

it('ends at once where somebody gives it up', async () => {
  const gone = new AbortController();
  gone.abort();
  await expect(read(`${GUID} -1 x\n`.repeat(10_000), 'bans.txt', gone.signal)).rejects.toThrow(
    'abort',
  );
});

it.each([
  [
    'of BattleMetrics',
    { data: [{ attributes: { identifiers: [{ type: 'steamID', identifier: STEAM }] } }, {}] },
  ],
  [
    'of CFTools',
    { entries: [{ id: '5f1', identifier: STEAM, reason: 'Cheating' }, { identifier: 'x' }] },
  ],
])('reads the JSON %s, on one line or many', async (_, whole) => {
  for (const text of [JSON.stringify(whole), JSON.stringify(whole, null, 2)]) {
    const { bans, refused } = await bansOf(text, 'bans.json');
    expect(bans).toMatchObject([{ banned: { kind: 'steam', value: STEAM } }]);
    expect(refused).toMatchObject([{ line: 2, fault: 'no-identity' }]);
  }
});

it('reads a JSON on each line, and says of one that is broken or has no bans', async () => {
  const lines = [{ steam_id: STEAM, reason: 'Cheating', until: null }, { guid: GUID }];
  const { bans, refused } = await bansOf(
    `${lines.map((one) => JSON.stringify(one)).join('\n')}\n{"guid": \n`,
    'bans.ndjson',
  );
  expect(bans.map(({ banned }) => banned.value)).toEqual([STEAM, GUID]);
  expect(refused).toMatchObject([{ line: 3 }]);
  expect(await read('{\n "name": "package"\n}', 'package.json')).toBe('not-json');
  expect(await read('[{"guid":', 'cut.json')).toBe('not-json');
});

const beIn = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId });
afterEach(() => beIn(''));

it('reads the times of a JSON as UTC, wherever the browser is', async () => {
  await beIn('America/New_York');
  expect(new Date(0).getTimezoneOffset()).toBe(300);
  const ends = ['2026-03-01T00:00:00', '2026-03-01 00:00', '2026-03-01T01:00:00+01:00'];
  const { bans } = await bansOf(
    JSON.stringify({ entries: ends.map((end) => ({ identifier: STEAM, expires_at: end })) }),
  );
  expect(bans.map(({ until }) => until)).toEqual(ends.map(() => Date.UTC(2026, 2, 1)));
});

it('reads a JSON that is a list of texts, and says of numbers that their digits are lost', async () => {
  const { bans } = await bansOf(JSON.stringify([STEAM, GUID]), 'ids.json');
  expect(bans.map(({ banned }) => banned.value)).toEqual([STEAM, GUID]);
  const { refused } = await bansOf('[\n 76561198012345679,\n 76561198012345680\n]', 'ids.json');
  expect(refused.map(({ fault }) => fault)).toEqual(['id-rounded', 'id-rounded']);
});

it('names an item of a JSON that is nested without end, and reads the others', async () => {
  const deep = `{"name":"Bert","more":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const { bans, refused } = await bansOf(`[{"guid":"${GUID}"},${deep}]`, 'bans.json');
  expect(bans).toHaveLength(1);
  expect(refused).toEqual([{ line: 2, text: '{"name":"Bert","more":"..."}', fault: 'too-long' }]);
});

it('lets the page be drawn while it reads a JSON, tells how far it is, and can be stopped', async () => {
  const file = new File([JSON.stringify(Array.from({ length: 3_500 }, () => STEAM))], 'b.json');
  const told: number[] = [];
  const gone = new AbortController();
  await readBans(file, now, (bytes) => told.push(bytes), gone.signal);
  expect(told).toHaveLength(4);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe(file.size);
  const reading = readBans(file, now, () => setTimeout(() => gone.abort()), gone.signal);
  await expect(reading).rejects.toThrow('abort');
});

it('takes no JSON into memory that is larger than 50 MiB, but lines of that size', async () => {
  const room = ' '.repeat(1024 * 1024);
  const large = (begin: string) => new File([begin, ...Array(50).fill(room)], 'bans.json');
  const { signal } = new AbortController();
  expect(await readBans(large('["a"]'), now, () => {}, signal)).toBe('json-too-large');
  expect(await readBans(large(`{"guid":"${GUID}"}\n`), now, () => {}, signal)).toMatchObject({
    bans: [{ banned: { value: GUID } }],
  });
});

it('has every refused line in the file that is saved, however many there are', async () => {
  const file = await bansOf('Dear "diary", again\n'.repeat(2_500));
  expect(file.refused).toHaveLength(1_000);
  expect(file.faults.get('no-identity')).toBe(2_500);
  const lines = (await file.refusedFile().text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(2_501);
  expect(lines.at(-1)).toMatch(/^2500,.*,"Dear ""diary"", again"$/);
});
