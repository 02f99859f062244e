import { parseArgs } from 'node:util';
import { GAME_NAMES, type Control } from '../protocol/games/games.ts';
import { sharesPort, SIM_GAMES, type SimFacts } from '../sim/games.ts';
import type { Hostility } from '../sim/net/hostile-network.ts';
import type { SimServerOptions } from '../sim/options.ts';
import type { SimServer } from '../sim/server.ts';
import { startSimServer } from '../sim/server.ts';
import { Random } from '../sim/random.ts';
import { rustFill } from '../sim/world/lives.ts';

const HELP = `muster sim: a simulated game server, for trying Muster or any other tool

  muster sim --game dayz [options]

  --game NAME           dayz, dayz-exp, arma2, arma3, rust or generic (Steam query only)
  --host ADDRESS        address to listen on (127.0.0.1)
  --game-port PORT      the port that players would join by; ArmA 2 has its RCon there
  --query-port PORT     Steam queries; 0 takes any free port
  --rcon-port PORT      BattlEye RCon, or Rust's WebRCON; 0 takes any free port
  --password WORD       RCon password (simulated)
  --name TEXT           the server's name
  --slots NUMBER        most players at once (60)
  --players NUMBER      players on average (20; Rust: depends on the seed)
  --seed NUMBER         the same seed makes the same players (1)
  --speed FACTOR        how much faster than real time it runs (1)
  --restart-every HOURS restart with a countdown this often; 0 is never (0)
  --loss PERCENT        lost datagrams, each way (0)
  --double PERCENT      duplicated datagrams (0)
  --reorder PERCENT     datagrams out of order (0)
  --latency MS          delay each way (0)
  --hostile             all of that, and everything odd that real servers do
  --awkward SHARE       share of names that confuse parsers, 0 to 1 (0.08)
  --help                this text

It runs until Ctrl-C.
`;

/** A command line that cannot be run. The message is for the person who typed it. */
export class SimUsageError extends Error {
  readonly kind = 'sim-usage';
}

/**
 * Reads the arguments of `muster sim`; `'help'` when help was asked for.
 * Throws SimUsageError for anything that it does not understand.
 */
export function readSimArguments(args: readonly string[]): SimServerOptions | 'help' {
  const values = parse(args);
  if (values.help === true) return 'help';
  const game = GAME_NAMES.find((name) => gameWord(name) === values.game);
  if (game === undefined) {
    const known = GAME_NAMES.map(gameWord).join(', ');
    throw new SimUsageError(
      values.game === undefined
        ? `Say which game to simulate with --game: ${known}.`
        : `--game ${values.game} is not known: choose one of ${known}.`,
    );
  }
  const facts = SIM_GAMES[game];
  const { ports } = facts;
  const gamePort = wholeNumber(values, 'game-port', ports.game, 1, 65_535);
  const slots = wholeNumber(values, 'slots', 60, 1, 1_000);
  const hostility = readHostility(values);
  const seed = wholeNumber(values, 'seed', 1, 0, 4_294_967_295);
  return {
    game,
    host: values.host ?? '127.0.0.1',
    gamePort,
    queryPort: wholeNumber(values, 'query-port', ports.query, 0, 65_535),
    rconPort: wholeNumber(
      values,
      'rcon-port',
      sharesPort(facts) ? gamePort : (ports.rcon ?? 0),
      0,
      65_535,
    ),
    password: values.password ?? 'simulated',
    name: values.name ?? facts.defaultName,
    slots,
    players: wholeNumber(values, 'players', usualPlayers(facts, slots, seed), 0, 10_000),
    seed,
    speed: positiveNumber(values, 'speed', 1),
    restartEveryHours:
      values['restart-every'] === '0' ? 0 : positiveNumber(values, 'restart-every', 0),
    hostile: values.hostile === true,
    ...(hostility === undefined ? {} : { hostility }),
    ...(values.awkward === undefined ? {} : { awkward: share(values.awkward) }),
  };
}

/** Runs `muster sim`: prints the addresses and lives until Ctrl-C. Returns the exit code. */
export async function simCommand(args: readonly string[]): Promise<number> {
  try {
    const options = readSimArguments(args);
    if (options === 'help') {
      process.stdout.write(HELP);
      return 0;
    }
    const server = await startSimServer(options);
    process.stdout.write(introduce(server));
    await askedToStop();
    await server.stop();
    return 0;
  } catch (error) {
    if (!hasKind(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return error instanceof SimUsageError ? 2 : 1;
  }
}

const SPOKEN: Readonly<Record<Control, string>> = {
  battleye: 'BattlEye RCon',
  webrcon: 'WebRCON',
  none: '',
};

/** The lines that tell where the server is and how to log in. */
export function introduce(server: SimServer): string {
  const { game, host, rconPort, queryPort, gamePort, password } = server.address;
  const { title, control } = SIM_GAMES[game];
  return [
    `A simulated ${title} server is running. Ctrl-C ends it.`,
    ...(rconPort === null
      ? []
      : [`  ${SPOKEN[control].padEnd(13)}   ${host}:${rconPort}  password ${password}`]),
    `  Steam queries   ${host}:${queryPort}`,
    `  announced game port ${gamePort}`,
    '',
  ].join('\n');
}

/** Where servers are mostly empty, a few are full. */
function usualPlayers({ mostlyEmpty }: SimFacts, slots: number, seed: number): number {
  return mostlyEmpty ? Math.round(slots * rustFill(new Random(seed))) : Math.min(20, slots);
}

type Values = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        game: text,
        host: text,
        'game-port': text,
        'query-port': text,
        'rcon-port': text,
        password: text,
        name: text,
        slots: text,
        players: text,
        seed: text,
        speed: text,
        'restart-every': text,
        loss: text,
        double: text,
        reorder: text,
        latency: text,
        awkward: text,
        hostile: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new SimUsageError(`${reason}. See muster sim --help.`, { cause: error });
  }
}

/** Undefined for a network as good as the machine's own. */
function readHostility(values: Values): Hostility | undefined {
  const share = (option: NumberOption) => wholeNumber(values, option, 0, 0, 99) / 100;
  const hostility = {
    loss: share('loss'),
    double: share('double'),
    reorder: share('reorder'),
    latencyMs: wholeNumber(values, 'latency', 0, 0, 60_000),
  };
  return Object.values(hostility).some((value) => value > 0) ? hostility : undefined;
}

function share(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (number >= 0 && number <= 1) return number;
  throw new SimUsageError(`--awkward takes a number from 0 to 1, not ${text}.`);
}

type NumberOption = Exclude<keyof Values, 'help' | 'hostile'>;

function wholeNumber(
  values: Values,
  option: NumberOption,
  otherwise: number,
  least: number,
  most: number,
): number {
  const text = values[option];
  if (text === undefined) return otherwise;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new SimUsageError(
    `--${option} takes a whole number from ${least} to ${most}, not ${text}.`,
  );
}

function positiveNumber(values: Values, option: NumberOption, otherwise: number): number {
  const text = values[option];
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number > 0) return number;
  throw new SimUsageError(`--${option} takes a number above 0, not ${text}.`);
}

function gameWord(name: string): string {
  return name.toLowerCase().replace('_', '-');
}

function hasKind(error: unknown): error is Error & { readonly kind: string } {
  return error instanceof Error && 'kind' in error;
}

/** Resolves at Ctrl-C. */
export async function askedToStop(): Promise<void> {
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
