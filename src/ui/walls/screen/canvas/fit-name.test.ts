import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitName } from './fit-name.ts';

/** Each unit of text is ten wide. */
const measure = (text: string) => text.length * 10;

it('leaves a name that fits as it is', () => {
  expect(fitName('Altis 1', 70, 2, measure)).toEqual({ lines: ['Altis 1'], squeeze: 1 });
});

it('narrows a little before it breaks, and breaks between words', () => {
  expect(fitName('Altis Life', 95, 2, measure)).toEqual({ lines: ['Altis Life'], squeeze: 0.95 });
  expect(fitName('Altis Life 12', 70, 2, measure).lines).toEqual(['Altis', 'Life 12']);
});

it('cuts in the middle, since names of a fleet differ at their ends', () => {
  const [line] = fitName('Chernarus-Hardcore-24', 120, 1, measure).lines;
  expect(line).toMatch(/^Chern.*….*24$/);
});

it('cuts no emoji in pieces', () => {
  const [line] = fitName(`${'👨‍👩‍👧‍👦'.repeat(6)}`, 350, 1, measure).lines;
  expect(line).toMatch(/^(👨‍👩‍👧‍👦)+…(👨‍👩‍👧‍👦)*$/u);
});

it('never takes more room than there is', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40, size: 'max' }),
      fc.integer({ min: 20, max: 400 }),
      fc.integer({ min: 1, max: 2 }),
      (name, width, lines) => {
        const fitted = fitName(name, width, lines, measure);
        expect(fitted.lines.length).toBeLessThanOrEqual(lines);
        for (const line of fitted.lines) {
          expect(measure(line) * fitted.squeeze).toBeLessThanOrEqual(width + 1e-6);
        }
      },
    ),
  );
});
