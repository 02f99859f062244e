import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { BUCKET_LIMIT } from '../../protocol/buckets/limits.ts';
import { entryLine, ENTRY_COLUMNS, largestFile } from './export.ts';
import { readPeople } from './people.ts';
import type { BucketEntryRow } from './row.ts';

const STEAM = '76561190000000001';
const GUID = '50355e6d24e59ad9e7c4f3b24036f816';
const BOHEMIA = 'mQ0fC-1aKJd7ZpqJXjZL0Zt4oVnqQyT0ZbV8kqVhXkc=';
const PERSON = '0123456789abcdef01234567';
const NOW = Date.UTC(2026, 0, 1);
const read = (text: string) => readPeople(text, NOW);

it('reads an id a line, with what stands behind it', () => {
  const text = [
    STEAM,
    `${GUID.toUpperCase()} Bob`,
    `${BOHEMIA}, Eve, a friend`,
    `${STEAM} // Mallory`,
    PERSON,
    '',
    '# a comment',
  ].join('\n');
  expect(read(text)).toEqual({
    people: [
      { what: { kind: 'identity', steam_id: STEAM }, comment: '' },
      { what: { kind: 'identity', guid: GUID, name: 'Bob' }, comment: '' },
      { what: { kind: 'identity', bohemia_id: BOHEMIA, name: 'Eve' }, comment: 'a friend' },
      { what: { kind: 'identity', steam_id: STEAM, name: 'Mallory' }, comment: '' },
      { what: { kind: 'person', muster_id: PERSON }, comment: '' },
    ],
    lines: [1, 2, 3, 4, 5],
    refused: [],
  });
});

it('names lines without an id', () => {
  expect(read(`Bob\n${STEAM}\n7656119000000000`)).toMatchObject({
    refused: [
      { line: 1, text: 'Bob', fault: 'no-id' },
      { line: 3, text: '7656119000000000', fault: 'no-id' },
    ],
  });
});

it('reads what is saved: who, comment, and until when', () => {
  const row: BucketEntryRow = {
    id: 'f'.repeat(24),
    server_id: null,
    bucket_id: 'e'.repeat(24),
    person_id: null,
    name: 'Bob, "the" builder',
    steam_id: STEAM,
    guid: null,
    bohemia_id: null,
    term: null,
    term_kind: null,
    action: null,
    message: null,
    minutes: null,
    comment: 'a; friend',
    created_at: NOW - 1,
    until: NOW + 3_600_000,
    issuer_id: null,
    issuer_name: 'Ada',
    changed_at: NOW,
  };
  const lines = [
    ENTRY_COLUMNS.join(','),
    entryLine('csv', row),
    entryLine('csv', { ...row, until: null }),
    entryLine('csv', { ...row, until: NOW - 1 }),
  ];
  const what = { kind: 'identity', steam_id: STEAM, name: 'Bob, "the" builder' };
  expect(read(lines.map((line) => line.trim()).join('\n'))).toMatchObject({
    people: [
      { what, comment: 'a; friend', minutes: 60 },
      { what, comment: 'a; friend', minutes: null },
    ],
    refused: [{ line: 4, fault: 'over' }],
  });
});

it('reads back a comment with a tab in it', () => {
  const lines = ['steam_id,name,comment', `${STEAM},Ann,a\tb`];
  expect(read(lines.join('\n')).people).toMatchObject([{ what: { name: 'Ann' }, comment: 'a\tb' }]);
});

it('of over two years has no end, and is marked', () => {
  const head = 'steam_id,name,until';
  const twoYears = new Date(NOW + 1_051_200 * 60_000).toISOString();
  const lines = [head, `${STEAM},Ann,2031-01-01`, `${STEAM},Bob,${twoYears}`];
  expect(read(lines.join('\n')).people).toEqual([
    {
      what: { kind: 'identity', steam_id: STEAM, name: 'Ann' },
      comment: '',
      minutes: null,
      endless: true,
    },
    { what: { kind: 'identity', steam_id: STEAM, name: 'Bob' }, comment: '', minutes: 1_051_200 },
  ]);
});

it('of the longest names and comments is a line that is read back, in a file that is not too large', () => {
  const { comment, entries } = BUCKET_LIMIT;
  const texts = fc.constantFrom('"', '€', '😀', '=', ',', 'a');
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const fill = (text: string, most: number) => text.repeat(most).slice(0, most);
      const row = {
        ...({} as BucketEntryRow),
        steam_id: STEAM,
        guid: GUID,
        bohemia_id: BOHEMIA,
        name: fill(one, 100),
        comment: fill(other, comment),
        created_at: NOW,
        until: NOW + 3_600_000,
        issuer_name: fill(one, 100),
        minutes: null,
      };
      const line = entryLine('csv', row);
      const back = read(`${ENTRY_COLUMNS.join(',')}\r\n${line}`);
      expect(back.refused).toEqual([]);
      expect(back.people).toMatchObject([{ comment: row.comment }]);
      const { size } = new Blob([line]);
      expect(size * entries).toBeLessThan(largestFile('WHITELIST'));
    }),
  );
});

it('takes any text, and each line of it is read, refused or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const { people, refused } = read(text);
      expect(people.length + refused.length).toBeLessThanOrEqual(text.split('\n').length);
    }),
  );
});

it('reads what games keep: many ids on a line, and who has rights in Rust, without these', () => {
  const other = '76561190000000002';
  expect(read(`${STEAM};${other};\n`).people).toEqual(
    [STEAM, other].map((steam_id) => ({ what: { kind: 'identity', steam_id }, comment: '' })),
  );
  const users = `ownerid ${STEAM} "Ann" "no reason"\nmoderatorid ${other} "" ""\nmoderatorid 1 "x" ""`;
  expect(read(users)).toEqual({
    people: [
      { what: { kind: 'identity', steam_id: STEAM, name: 'Ann' }, comment: 'no reason' },
      { what: { kind: 'identity', steam_id: other }, comment: '' },
    ],
    lines: [1, 2],
    refused: [{ line: 3, text: 'moderatorid 1 "x" ""', fault: 'no-id' }],
  });
});

it('reads a record over several lines, and names the line of one whose quote is never closed', () => {
  const head = 'steam_id,name,comment,until';
  const note = `${STEAM},'=Ann,"Builds ""towers"".\nHigh ones.",`;
  const open = `${STEAM},Bob,"Never closed,`;
  expect(read([head, note, `${STEAM},Eve,x,soon`, open].join('\n'))).toMatchObject({
    people: [
      { what: { name: '=Ann' }, comment: 'Builds "towers".\nHigh ones.', minutes: null },
      { what: { name: 'Bob' } },
    ],
    refused: [{ line: 4, fault: 'time-unclear' }],
  });
});

it('reads back the one line that a bucket of many is saved as', () => {
  const ids = Array.from({ length: 1_000 }, (_, n) => `7656119${String(8_000_000_000 + n)}`);
  const read = readPeople(`${ids.join(';')};\n`, 0);
  expect(read.refused).toEqual([]);
  expect(read.people.map(({ what }) => 'steam_id' in what && what.steam_id)).toEqual(ids);
  expect(readPeople('x'.repeat(6_000), 0).refused.map(({ fault }) => fault)).toEqual(['too-long']);
});
