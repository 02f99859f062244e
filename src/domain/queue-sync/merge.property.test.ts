import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFile } from './merge.ts';

const steamId = fc.integer({ min: 0, max: 9 }).map((n) => `7656119000000000${n}`);
const ids = fc.uniqueArray(steamId, { maxLength: 10 });
const separator = fc.constantFrom(';', ';;', '\n', '\r\n', ' ; ', ',', '\t');
const fileOf = (people: readonly string[], between: string) => people.join(between);
const read = (text: string) => text.split(';').filter((id) => id !== '');

describe('the file of queue priority with the people of the buckets in it', () => {
  it('has those who are wanted and those of others, each once, and nobody whom Muster put there before', () => {
    fc.assert(
      fc.property(ids, ids, ids, separator, (there, wanted, ours, between) => {
        const { text, foreign } = mergeFile(fileOf(there, between), wanted, (id) =>
          ours.includes(id),
        );
        const stay = there.filter((id) => !ours.includes(id) && !wanted.includes(id));
        expect(foreign).toEqual(stay);
        expect(read(text)).toEqual([...stay, ...wanted]);
      }),
    );
  });

  it('is the same when it is merged again, whoever of it was said to be Muster’s', () => {
    fc.assert(
      fc.property(ids, ids, (there, wanted) => {
        const { text } = mergeFile(fileOf(there, ';'), wanted, () => false);
        const again = mergeFile(text, wanted, (id) => wanted.includes(id));
        expect(again).toMatchObject({ text, changes: false, loses: false });
      }),
    );
  });

  it('changes exactly where who is in it does', () => {
    fc.assert(
      fc.property(ids, ids, ids, separator, (there, wanted, ours, between) => {
        const merged = mergeFile(fileOf(there, between), wanted, (id) => ours.includes(id));
        const isSame = read(merged.text).toSorted().join() === there.toSorted().join();
        expect(merged.changes).toBe(!isSame);
      }),
    );
  });

  it('has nobody who stands behind // or #, and says that it loses them', () => {
    const said = fc.tuple(ids, fc.constantFrom('//', '#', ' // ', ';#'), ids, separator);
    const lines = fc.array(said, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n'), (written, end) => {
        const oneLine = (between: string) => (/[\r\n]/.test(between) ? ';' : between);
        const before = written.map(
          ([people, mark, behind, between]) =>
            `${fileOf(people, oneLine(between))}${mark}${fileOf(behind, oneLine(between))}`,
        );
        const { foreign, loses } = mergeFile(before.join(end), [], () => false);
        expect(foreign).toEqual([...new Set(written.flatMap(([people]) => people))]);
        expect(loses).toBe(true);
      }),
    );
  });

  it('loses something exactly where there was more than ids, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), ids, (before, wanted) => {
        const { loses, text } = mergeFile(before, wanted, () => false);
        const rest = before.replace(/^\uFEFF/, '').replace(/(?<!\d)\d{17}(?!\d)/g, '');
        expect(loses).toBe(/[^;,\s]/.test(rest));
        expect(read(text).every((id) => /^\d{17}$/.test(id))).toBe(true);
      }),
    );
  });
});
