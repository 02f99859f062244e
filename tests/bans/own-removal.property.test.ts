/** Muster's entries leave BattlEye's list by their numbers, whatever another tool does to it between two commands. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isMarked } from '../../src/domain/bans/own-list.ts';
import { BattlEyeOwnBans } from '../../src/host/connectors/battleye/own-bans.ts';
import { bansTable } from '../../src/sim/battleye/tables.ts';
import { BanList, type BanEntry } from '../../src/sim/world/bans.ts';

const NOW = 1_000_000_000;
const MINUTE = 60_000;

type Kind = 'ours' | 'guid' | 'address';
type Edit = { readonly remove: number } | { readonly add: Kind } | null;

const kind = fc.constantFrom<Kind>('ours', 'guid', 'guid', 'address');
const minutes = fc.constantFrom(0, 0, 1, 90);
/** Of a few people, so that some are there twice or thrice, with the same end or another. */
const start = fc.array(fc.tuple(kind, minutes, fc.nat({ max: 5 })), { maxLength: 12 });
/** Between two commands of Muster another tool changes one thing at most: both are of milliseconds. */
const edits = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: fc.nat({ max: 12 }).map((remove) => ({ remove })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Kind>('guid', 'address').map((add) => ({ add })),
    },
  ),
  { maxLength: 14 },
);

const keyOf = ({ target, reason, endsAt }: BanEntry) => `${target} ${reason} ${endsAt}`;

function game(begins: readonly (readonly [Kind, number, number])[], plan: readonly Edit[]) {
  const list = new BanList();
  const waiting = [...plan];
  let made = 5;
  let read: readonly BanEntry[] = [];
  const added: BanEntry[] = [];
  const gone: BanEntry[] = [];
  /** What another tool removed that was read right behind one of Muster's, as it or its like: nobody can say whose removal that was. */
  const unclear: BanEntry[] = [];
  const rows = () => [...list.guids, ...list.addresses];
  const add = (of: Kind, left: number, who: number) => {
    const target = of === 'address' ? `192.0.2.${who}` : who.toString(16).padStart(32, '0');
    const before = new Set(rows());
    list.add(target, left, of === 'ours' ? 'Griefing [M:0123abcd]' : `Theirs ${who}`, NOW);
    added.push(...rows().filter((row) => !before.has(row)));
  };
  for (const [of, left, who] of begins) add(of, left, who);
  const edit = () => {
    const next = waiting.shift() ?? null;
    if (next === null) return;
    if ('add' in next) {
      made += 1;
      add(next.add, 0, made);
    } else {
      const removed = rows()[next.remove];
      if (removed === undefined) return;
      const isBehind = (row: BanEntry, at: number) =>
        keyOf(row) === keyOf(removed) && isMarked(read[at - 1]?.reason ?? '');
      if (read.some(isBehind)) unclear.push(removed);
      gone.push(removed);
      list.remove(next.remove);
    }
  };
  const command = async (text: string) => {
    edit();
    if (text === 'bans') {
      read = rows();
      return { ok: true as const, text: bansTable(list.guids, list.addresses, NOW) };
    }
    const [, number] = /^removeBan (\d+)$/.exec(text) ?? [];
    const [, target = '', left = '', reason = ''] = /^addBan (\S+) (\d+) (.*)$/.exec(text) ?? [];
    if (number !== undefined) list.remove(Number(number));
    else if (target !== '') list.add(target, Number(left), reason, NOW);
    return { ok: true as const, text: '' };
  };
  const clock = { now: () => NOW, elapsed: () => 0, after: () => () => {} };
  return { bans: new BattlEyeOwnBans(clock, { command }, command), rows, added, gone, unclear };
}

it('all of them go, and nothing that somebody else has not removed', async () => {
  await fc.assert(
    fc.asyncProperty(start, edits, async (begins, plan) => {
      const { bans, rows, added, gone, unclear } = game(begins, plan);
      const ours = added
        .filter(({ reason }) => isMarked(reason))
        .map(({ target, reason, endsAt }) => ({ identity: target, reason, until: endsAt ?? null }));
      expect(await bans.remove(ours)).toBe(true);
      expect(rows().filter(({ reason }) => isMarked(reason))).toEqual([]);
      for (const key of new Set(added.filter(({ reason }) => !isMarked(reason)).map(keyOf))) {
        const count = (of: readonly BanEntry[]) => of.filter((row) => keyOf(row) === key).length;
        const rest = count(added) - count(gone);
        expect(count(rows())).toBeGreaterThanOrEqual(rest);
        expect(count(rows())).toBeLessThanOrEqual(rest + count(unclear));
      }
    }),
    { numRuns: 2_000 },
  );
});

it('one of two alike that end at other times goes by itself, and the other is there once', async () => {
  const bob = 'b'.repeat(32);
  const list = new BanList();
  list.add(bob, 0, 'Griefing [M:0123abcd]', NOW);
  list.add('a'.repeat(32), 0, 'Theirs', NOW);
  list.add(bob, 90, 'Griefing [M:0123abcd]', NOW);
  const sent: string[] = [];
  const command = async (text: string) => {
    sent.push(text);
    if (text === 'bans')
      return { ok: true as const, text: bansTable(list.guids, list.addresses, NOW) };
    list.remove(Number(text.slice('removeBan '.length)));
    return { ok: true as const, text: '' };
  };
  const clock = { now: () => NOW, elapsed: () => 0, after: () => () => {} };
  const bans = new BattlEyeOwnBans(clock, { command }, command);
  const one = { identity: bob, reason: 'Griefing [M:0123abcd]', until: null };
  expect(await bans.remove([one])).toBe(true);
  expect(sent).toEqual(['bans', 'removeBan 0', 'bans']);
});

it('what is over and went in the place of another is not put back, and no list is changed without end', async () => {
  const list = new BanList();
  list.add('a'.repeat(32), 0, 'Theirs', NOW);
  list.add('b'.repeat(32), 0, 'Griefing [M:0123abcd]', NOW);
  list.add('c'.repeat(32), 1, 'Over', NOW - 2 * MINUTE);
  let moves = true;
  let sent = 0;
  const command = async (text: string) => {
    sent += 1;
    if (text === 'bans')
      return { ok: true as const, text: bansTable(list.guids, list.addresses, NOW) };
    if (moves) list.remove(0);
    moves = false;
    // Whatever is removed comes back: another tool writes its own list over this one.
    if (text === 'removeBan 0') list.add('b'.repeat(32), 0, 'Griefing [M:0123abcd]', NOW);
    list.remove(Number(text.slice('removeBan '.length)));
    return { ok: true as const, text: '' };
  };
  const clock = { now: () => NOW, elapsed: () => 0, after: () => () => {} };
  const bans = new BattlEyeOwnBans(clock, { command }, command);
  const one = { identity: 'b'.repeat(32), reason: 'Griefing [M:0123abcd]', until: null };
  expect(await bans.remove([one])).toBe(false);
  expect(list.guids.map(({ target }) => target)).toEqual(['b'.repeat(32)]);
  expect(sent).toBeLessThan(50);
});
