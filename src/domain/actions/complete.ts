/** What a line for a game's console may go on with: its commands, and who is on the server. */
import type { GameName } from '../../protocol/enumerations.ts';
import { commandsOf } from '../../protocol/games/commands.ts';
import type { KnownCommand } from '../../protocol/games/command.ts';
import { GAMES } from '../../protocol/games/games.ts';

export interface Completion {
  /** The whole line, as it is when this is taken. */
  readonly line: string;
  /** A command, or the name of a player, with their number where the game takes that. */
  readonly of:
    | { readonly command: KnownCommand }
    | { readonly player: string; readonly number: number | null };
}

/** So many are offered at once. */
const MOST = 8;
/** Names are what strangers chose: one with a sign that a console reads as more than a name is not offered. */
const PLAIN_NAME = /^[^"\\;\p{Cc}\p{Cs}]+$/u;

/** What may stand where `line` ends; nothing where it has no beginning of a word. */
export function completionsOf(
  game: GameName,
  line: string,
  players: readonly string[],
  numbered: ReadonlyMap<number, string> = new Map(),
): readonly Completion[] {
  const words = line.trimStart().split(' ');
  const last = words.at(-1) ?? '';
  if (last === '') return [];
  if (words.length === 1) return commands(game, last);
  const before = line.slice(0, line.length - last.length);
  const known = commandOf(game, words[0] ?? '');
  if (known === undefined) return [];
  const place = known.parameters[Math.min(words.length - 2, known.parameters.length - 1)];
  const written = writing(game, place?.replace('?', ''), numbered);
  if (written === null) return [];
  const sought = last.replace(/^"/, '').toLowerCase();
  const found = new Map<string, number>();
  for (const name of players) {
    if (!PLAIN_NAME.test(name) || !name.toLowerCase().includes(sought)) continue;
    found.set(name, (found.get(name) ?? 0) + 1);
  }
  return [...found]
    .flatMap(([name, many]) =>
      written(name, many).map(({ word, number = null }) => ({
        line: before + word,
        of: { player: name, number },
      })),
    )
    .slice(0, MOST);
}

/** The command that a line begins with. */
export function commandOf(game: GameName, line: string): KnownCommand | undefined {
  const first = line.trimStart().split(' ')[0]?.toLowerCase();
  return commandsOf(game).find(({ name }) => name.toLowerCase() === first);
}

/** Those that begin so come first, then those that have it inside: 'restart' finds '#restartserver'. */
function commands(game: GameName, typed: string): readonly Completion[] {
  const sought = typed.toLowerCase();
  const found = commandsOf(game).filter(({ name }) => name.toLowerCase().includes(sought));
  const begins = ({ name }: KnownCommand) =>
    name.toLowerCase().replace(/^#/, '').startsWith(sought);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))]
    .filter(({ name }) => name.toLowerCase() !== sought)
    .slice(0, MOST)
    .map((command) => ({
      line: command.parameters.length === 0 ? command.name : `${command.name} `,
      of: { command },
    }));
}

interface Written {
  readonly word: string;
  readonly number?: number;
}

/**
 * How those of one name are written in a place, who are `many`: nothing where they cannot be told apart, null where
 * nobody stands there. BattlEye takes numbers for players, and no names.
 */
function writing(
  game: GameName,
  place: string | undefined,
  numbered: ReadonlyMap<number, string>,
): ((name: string, many: number) => readonly Written[]) | null {
  if (place === 'text' || place === 'reason') return (name) => [{ word: name }];
  if (place !== 'player' && place !== 'receiver' && place !== 'banned') return null;
  const { control } = GAMES[game];
  if (control === 'webrcon') return (name, many) => (many > 1 ? [] : [{ word: `"${name}" ` }]);
  if (control !== 'battleye') return null;
  return (name, many) => {
    const numbers = [...numbered].flatMap(([number, of]) => (of === name ? [number] : []));
    if (numbers.length !== many) return [];
    return numbers.map((number) => ({ word: `${number} `, number }));
  };
}
