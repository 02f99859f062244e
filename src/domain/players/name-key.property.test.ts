import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameKey, NAME_KEY_MAX } from './name-key.ts';

/** Names as they come: any script, and what games let through. */
const name = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 24 }),
  fc.string({ unit: 'binary', maxLength: 24 }),
  fc.stringMatching(/^[ -~]{0,24}$/),
  fc.string({
    unit: fc.constantFrom(...Array.from('аеорсухВНМ1l|!0345$@7ſßİıςΣᴀ')),
    maxLength: 24,
  }),
);

describe('the key of a name', () => {
  it.each([
    ['case', 'GriefKing', 'griefking'],
    ['accents', 'Gríéfkïng', 'GriefKing'],
    ['leetspeak', 'Gr13fK1ng', 'GriefKing'],
    ['leetspeak with signs', 'Gr!3fK|ng $', 'griefking s'],
    ['Cyrillic look-alikes', 'СТАЅ', 'CTAS'],
    ['Cyrillic small letters', 'реаcе', 'peace'],
    ['Greek look-alikes', 'ΒΟΒ', 'bob'],
    ['full width', 'Ｂｏｂ', 'bob'],
    ['mathematical letters', '𝕭𝖔𝖇', 'bob'],
    ['small capitals', 'ʙᴏʙ', 'bob'],
    ['zalgo', 'B̷̢̛̤o̸̪͝b̶͙̓', 'bob'],
    ['what shows nothing', 'B\u200bo\u202eb\u00ad', 'bob'],
    ['letters with a stroke', 'Łøđ', 'iod'],
    ['tags', '[TAG] Bob-ski', 'tag bob ski'],
  ])('does not see %s', (_what, one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  it('tells other names apart', () => {
    const names = ['Bob', 'Rob', 'Вова', 'ボブ', '鮑勃', '💀', '---'];
    expect(new Set(names.map(nameKey)).size).toBe(names.length);
  });

  it('is its own key, is bounded, and holds no sign that a database refuses', () => {
    fc.assert(
      fc.property(name, (one) => {
        const key = nameKey(one);
        expect(nameKey(key)).toBe(key);
        expect(key.length).toBeLessThanOrEqual(NAME_KEY_MAX);
        expect(key).not.toMatch(/[\p{Surrogate}\0]/u);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of a part of a name is a part of the key, word by word', () => {
    const parts = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 5 });
    fc.assert(
      fc.property(parts, fc.nat(4), fc.nat(4), (all, from, count) => {
        const whole = nameKey(all.join(''));
        const sought = nameKey(all.slice(from, from + count).join(''));
        // Of signs alone nothing is left beside letters.
        fc.pre(/[\p{Letter}\p{Number}]/u.test(sought) || whole === sought);
        for (const word of sought.split(' ')) expect(whole).toContain(word);
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not see case, wherever letters have two', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-žА-яЁё0-9 ]{0,24}$/), (one) => {
        expect(nameKey(one.toUpperCase())).toBe(nameKey(one));
        expect(nameKey(one.toLowerCase())).toBe(nameKey(one));
      }),
    );
  });
});
