import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commandTable } from '../../protocol/games/commands.ts';
import { GAME_NAMES } from '../../protocol/games/games.ts';
import { commandNeeds } from './commands.ts';

const UNSEEN = ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u0007', '\u202e', '\ufe0f'];

const command = fc
  .constantFrom(...GAME_NAMES.filter((name) => name !== 'GENERIC'))
  .chain((game) => fc.constantFrom(...commandTable(game)).map((known) => ({ game, known })));

/** The name as somebody may write it who wants it not to be seen. */
const spelled = (name: string) =>
  fc
    .record({
      upper: fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }),
      before: fc.constantFrom('', ' ', '\t', '/', '#', '"', '\u2060', '  /#', 'players\n'),
      unseen: fc.constantFrom('', ...UNSEEN),
      at: fc.nat(name.length),
      wide: fc.boolean(),
      after: fc.constantFrom('', ' ', '\t', '"', ':', '1', ' 3 60 reason', '\u00a0'),
    })
    .map(({ upper, before, unseen, at, wide, after }) => {
      const cased = name.split('').map((sign, index) => (upper[index] ? sign.toUpperCase() : sign));
      const shown = wide ? cased.map(fullWidth) : cased;
      return before + [...shown.slice(0, at), unseen, ...shown.slice(at)].join('') + after;
    });

function fullWidth(sign: string): string {
  return /[a-zA-Z0-9#.]/.test(sign)
    ? String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)
    : sign;
}

it('however a command is spelled, it needs what it needs, or what its arguments leave of that', () => {
  fc.assert(
    fc.property(
      command.chain(({ game, known }) =>
        spelled(known.name).map((text) => ({ game, known, text })),
      ),
      ({ game, known, text }) => {
        const needed = new Set(commandNeeds(game, text));
        const found = known.needs.filter((permission) => needed.has(permission));
        if (known.byArgument === undefined) expect(found).toEqual(known.needs);
        else if (known.byArgument !== 'value') expect(found).not.toEqual([]);
      },
    ),
    { numRuns: 2_000 },
  );
});

it('a beginning of a name needs what the whole does, and that of what is not known', () => {
  fc.assert(
    fc.property(
      command.chain(({ game, known }) =>
        fc
          .integer({ min: 2, max: known.name.replace(/^#/, '').length })
          .map((length) => ({ game, known, length })),
      ),
      ({ game, known, length }) => {
        const text = known.name.replace(/^#/, '').slice(0, length);
        const needed = commandNeeds(game, text);
        const whole = commandTable(game).some(
          (one) => one.name.toLowerCase() === text.toLowerCase(),
        );
        if (whole) return;
        expect(needed).toEqual(expect.arrayContaining([...known.needs]));
        expect(needed).toContain('server.action.console-raw');
      },
    ),
  );
});

it('reads any text, however deep', () => {
  fc.assert(
    fc.property(fc.constantFrom(...GAME_NAMES), fc.string({ unit: 'binary' }), (game, text) => {
      expect(commandNeeds(game, text)).toContain('server.action.console');
    }),
  );
  expect(commandNeeds('ARMA3', '#exec '.repeat(40))).toContain('server.action.console-raw');
});
