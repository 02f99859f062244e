import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';
import type { FileLine } from './marked-events.ts';

const MOST = 40;

/** The lines of a text that is read in parts of this size, which one buffer holds after the other. */
function read(text: string, size: number, from = 0, first = 1) {
  const all = Buffer.from(text);
  const buffer = Buffer.alloc(size);
  let looks = 0;
  const lines: FileLine[] = [
    ...linesOf(
      {
        read: (place) => {
          looks++;
          return buffer.subarray(0, all.copy(buffer, 0, place, place + size));
        },
        text: (line) => Buffer.from(line).toString(),
        mostLineBytes: MOST,
      },
      from,
      first,
    ),
  ];
  return { lines, looks, all };
}

const line = fc.oneof(
  fc.constantFrom('', ' ', '\t', '\r', ' \r', '{"a":1}', '  {"a":1} ', 'ä', 'x'.repeat(MOST)),
  fc.string({ unit: 'grapheme', maxLength: 20 }).filter((one) => !/[\r\n]/.test(one)),
);

it('every line that is not blank is told with its number and place, however the file is read', () => {
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 1, max: 30 }), (parts, size) => {
      const text = parts.join('\n');
      const { lines, all } = read(text, size);
      const wanted = parts.flatMap((part, index) => {
        // Blank for a file is what ASCII calls blank: another space is a text.
        if (/^[ \t\r\v\f]*$/.test(part)) return [];
        const long = Buffer.byteLength(part.replace(/^[ \t\r\v\f]+/, '')) > MOST;
        return [{ line: index + 1, text: long ? null : part.trim() }];
      });
      expect(lines.map((one) => ({ line: one.line, text: one.text?.trim() ?? null }))).toEqual(
        wanted,
      );
      for (const { line: number, byte, next } of lines) {
        // Reading again from where a line begins, or from where it ends, gives the same rest.
        const rest = lines.filter((one) => one.line >= number);
        expect(read(text, size, byte, number).lines).toEqual(rest);
        expect(read(text, size, next, number + 1).lines).toEqual(rest.slice(1));
        expect(next).toBeLessThanOrEqual(all.length);
      }
    }),
  );
});

it('blank lines cost no text and no line', () => {
  for (const blank of ['\n', '\r\n', ' \n', '\t \r\n']) {
    const text = blank.repeat(200_000);
    const { lines, looks } = read(`${text}x`, 1 << 16);
    expect(lines).toEqual([{ text: 'x', line: 200_001, byte: text.length, next: text.length + 1 }]);
    expect(looks).toBe(Math.ceil((text.length + 1) / (1 << 16)) + 1);
  }
});
