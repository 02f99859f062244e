import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMatches, compileTerm, problemOf, type TermKind } from './term.ts';

const matches = (kind: TermKind, term: string, text: string) => {
  const compiled = compileTerm({ kind, term });
  if (!compiled.ok) throw new Error(compiled.problem);
  return compiled.matches(text);
};

describe('a text', () => {
  it.each(['Griefer', 'xGRIEFERx', 'Gríéfer', 'gr1ef3r', 'Грiefeг GRIЕFЕR', 'g\u200br\u00adiefer'])(
    'is found in %j however it is written',
    (text) => expect(matches('text', 'griefer', text)).toBe(true),
  );

  it.each(['grief', 'refeirg', '', ' '])('is not found in %j', (text) => {
    expect(matches('text', 'griefer', text)).toBe(false);
  });

  it('is no regex', () => {
    expect(matches('text', '.*', 'anybody')).toBe(false);
    expect(matches('text', '.*', 'what .* is')).toBe(true);
  });

  it('of few letters is looked for as it is written', () => {
    expect(matches('text', 'a4', 'aaa')).toBe(false);
    expect(matches('text', 'A4', 'xa4')).toBe(true);
  });

  it('is found wherever it stands in a text', () => {
    const part = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(part, fc.stringMatching(/^[a-z]{3,32}$/), part, (before, term, after) => {
        expect(matches('text', term, `${before} ${term} ${after}`)).toBe(true);
      }),
    );
  });
});

describe('a regex', () => {
  it('is asked without case, anywhere in the text', () => {
    expect(matches('regex', '^admin\\d+$', 'ADMIN12')).toBe(true);
    expect(matches('regex', '^admin\\d+$', 'no admin12')).toBe(false);
    expect(matches('regex', 'dmi', 'ADMIN')).toBe(true);
  });

  it.each(['(', '[a', 'a{2,1}', '(a)\\1', '(?=a)', '*'])('%j is not one', (term) => {
    expect(problemOf({ kind: 'regex', term })).toBe('invalid-regex');
  });

  it.each(['(.{500}){2}', '(a?){500}a{400}', '((a{10}){10}){10}', '(.?){1000}'])(
    '%j is too large',
    (term) => expect(problemOf({ kind: 'regex', term })).toBe('regex-too-large'),
  );

  it('means what the language means by it, where both read it', () => {
    const term = fc.stringMatching(/^[ab.]{1,4}[*+?]?\|?[ab]{0,3}$/);
    fc.assert(
      fc.property(term, fc.stringMatching(/^[abAB]{0,12}$/), (regex, text) => {
        expect(matches('regex', regex, text)).toBe(new RegExp(regex, 'i').test(text));
      }),
    );
  });
});

it('whatever is typed is read or refused, and answers of any text', () => {
  const kind = fc.constantFrom<TermKind>('text', 'regex');
  fc.assert(
    fc.property(
      kind,
      fc.string({ unit: 'binary', maxLength: 32 }),
      fc.string(),
      (of, term, text) => {
        const compiled = compileTerm({ kind: of, term });
        if (compiled.ok) expect(typeof compiled.matches(text)).toBe('boolean');
      },
    ),
  );
});

it('many find what one of them finds', () => {
  const terms = fc.array(
    fc.record({
      kind: fc.constantFrom<TermKind>('text', 'regex'),
      term: fc.stringMatching(/^[aAb4(.|]{0,4}$/),
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(terms, fc.stringMatching(/^[aAbB4. ]{0,8}$/), (some, text) => {
      const each = some.map(compileTerm);
      const found = each.some((one) => one.ok && one.matches(text));
      expect(anyMatches(some)(text)).toBe(found);
    }),
  );
});
