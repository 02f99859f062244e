/** Holds what the hosts wrote against what the simulators said, and says whatever does not fit. */
import type { EventData } from '../../src/protocol/events.ts';
import { serverStream } from '../../src/protocol/streams.ts';
import { readHeads, readRanges, type LoggedEvent } from '../../src/host/realtime/read.ts';
import type { Database } from '../../src/host/store/database.ts';
import { until } from './host-pair.ts';
import type { LoadedServer } from './load.ts';
import { FOLLOWED, type Witness } from './witness.ts';

/**
 * What a host heard so shortly before it was killed may be uncommitted: it has acknowledged the message,
 * and the game says it to nobody again. Milliseconds.
 */
const UNCOMMITTED = 1_000;
/** From the game's answer to a log-in until what it says reaches the new session, for two clocks' ticks. */
const LOGGED_IN = 50;
/** From an event's commit until every client has it, on a busy machine. Milliseconds. */
const HEARD_WITHIN = 30_000;

/** A host that had the server was killed or stopped. */
export interface Ending {
  readonly server: string;
  readonly at: number;
}

/** What a check found. */
export interface Findings {
  readonly wrong: readonly string[];
  /** Lines that the game said, that were said to a host that lived, and that are in the log. */
  readonly said: number;
  readonly due: number;
  readonly logged: number;
  /** Lines that a host had heard when it was killed, and had not committed. */
  readonly uncommitted: number;
  readonly events: number;
}

/** Milliseconds from a host's end to the first log-in of another, for each server; null: there was none. */
export function takeovers(
  servers: readonly LoadedServer[],
  endings: readonly Ending[],
): readonly number[] {
  return endings.map(({ server, at }) => {
    const { sim } = servers.find(({ id }) => id === server)!;
    return (loginAfter(sim, at) ?? Number.POSITIVE_INFINITY) - at;
  });
}

function loginAfter(sim: LoadedServer['sim'], at: number): number | undefined {
  return sim.log.logins.find((login) => login.outcome === 'accepted' && login.at > at)?.at;
}

/** Everything, of all servers and witnesses. Nobody may come, go or talk in the meantime; the hosts may still write. */
export async function check(
  db: Database,
  servers: readonly LoadedServer[],
  endings: readonly Ending[],
  witnesses: readonly Witness[],
): Promise<Findings> {
  const wrong = witnesses.flatMap((witness) => witness.wrong);
  const sums = { said: 0, due: 0, logged: 0, uncommitted: 0, events: 0 };
  for (const server of servers) {
    const streams = FOLLOWED.map((audience) => serverStream(server.id, audience));
    for (const stream of streams) {
      const events = await readStream(db, stream);
      sums.events += events.length;
      wrong.push(...holes(stream, events));
      wrong.push(...(await toldAs(db, stream, events.length, witnesses)));
    }
    const lines = linesOf(await readStream(db, serverStream(server.id, 'console')));
    const found = compareLines(server, lines, endings);
    sums.said += found.said;
    sums.due += found.due;
    sums.logged += lines.length;
    sums.uncommitted += found.uncommitted;
    wrong.push(...found.wrong, ...(await compareStays(db, server, found.lost)));
  }
  return { wrong, ...sums };
}

async function readStream(db: Database, stream: string): Promise<readonly LoggedEvent[]> {
  const head = (await readHeads(db, [stream])).get(stream)?.head ?? 0;
  const events = await readRanges(db, [{ stream, after: 0, upTo: head }]);
  if (events.length !== head)
    throw new Error(`${stream} has ${events.length} events, head ${head}`);
  return events;
}

function holes(stream: string, events: readonly LoggedEvent[]): readonly string[] {
  return events.flatMap(({ seq }, index) =>
    seq === index + 1 ? [] : [`${stream} has ${seq} in place ${index + 1}`],
  );
}

/** Every witness is given every event that the log has had, and nothing that the log has not. */
async function toldAs(
  db: Database,
  stream: string,
  head: number,
  witnesses: readonly Witness[],
): Promise<readonly string[]> {
  await until(() => witnesses.every((witness) => witness.cursor(stream) >= head), HEARD_WITHIN);
  const told = witnesses.map((witness) => witness.frames(stream).map(textOf));
  const log = (await readStream(db, stream)).map(textOf);
  return told.flatMap((frames, index) => {
    const at = frames.findIndex((frame, place) => frame !== log[place]);
    if (at < 0) return [];
    return [`witness ${index} was told ${frames[at]} as ${at + 1} of ${stream}, log: ${log[at]}`];
  });
}

/** An older host told consoles with addresses. */
function textOf({ event, data }: { event: string; data: unknown }): string {
  return asShown(JSON.stringify([event, sorted(data)]));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/** What BattlEye said, as the console tells it, without the hosts' own log-ins. */
function linesOf(events: readonly LoggedEvent[]): readonly string[] {
  return events.flatMap(({ data }) => {
    const { entry } = data as EventData<'server:feed'>;
    const isLine = entry.kind === 'console' && entry.direction === 'in';
    return isLine && !entry.text.startsWith('RCon admin') ? [entry.text] : [];
  });
}

/** A line as a console shows it: addresses and GUIDs are told elsewhere. */
function asShown(text: string): string {
  return text.replace(/\b[0-9a-f]{32}\b/g, '••••••').replace(/\b\d+\.\d+\.\d+\.\d+\b/g, '••••••');
}

/**
 * A line is due when a host that lives on for a while was logged in when it was said. Those that are due
 * are in the log once, none is there twice, and all stand in the order in which they were said.
 */
function compareLines(server: LoadedServer, lines: readonly string[], endings: readonly Ending[]) {
  const wrong: string[] = [];
  const lost = new Set<string>();
  const known = new Set(lines);
  if (known.size !== lines.length) {
    const twice = lines.filter((line, index) => lines.indexOf(line) !== index);
    wrong.push(`${server.id} has lines twice: ${twice.slice(0, 3).join(' | ')}`);
  }
  const { sim, id } = server;
  const gaps = endings
    .filter((ending) => ending.server === id)
    .map(({ at }) => ({
      heard: at - UNCOMMITTED,
      ended: at,
      until: (loginAfter(sim, at) ?? Number.POSITIVE_INFINITY) + LOGGED_IN,
    }));
  const first = loginAfter(sim, 0) ?? Number.POSITIVE_INFINITY;
  const said = sim.log.said
    .filter(({ text }) => !text.startsWith('RCon admin'))
    .map(({ at, text }) => ({ at, text: asShown(text) }));
  let due = 0;
  let uncommitted = 0;
  for (const { at, text } of said) {
    const gap = gaps.find(({ heard, until }) => at >= heard && at <= until);
    if (!known.has(text)) lost.add(text);
    if (at < first || gap !== undefined) {
      if (gap !== undefined && at < gap.ended && !known.has(text)) uncommitted += 1;
      continue;
    }
    due += 1;
    if (!known.has(text)) wrong.push(`${id} lost '${text}' of ${new Date(at).toISOString()}`);
  }
  const order = new Map(said.map(({ text }, index) => [text, index]));
  const places = lines.map((line) => order.get(line) ?? -1);
  if (places.some((place, index) => place <= (places[index - 1] ?? -1))) {
    wrong.push(`${id} has lines in another order, or lines that were never said`);
  }
  return { wrong, lost, said: said.length, due, uncommitted };
}

/** Everybody whose coming was heard has one play session, and those who went have left. */
async function compareStays(
  db: Database,
  { id, stays, present }: LoadedServer,
  lost: ReadonlySet<string>,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('play_sessions')
    .select(['name', 'left_at', 'joined_at'])
    .where('server_id', '=', id)
    .execute();
  const wrong: string[] = [];
  const open = rows.filter(({ left_at }) => left_at === null).map(({ name }) => name);
  if (JSON.stringify(open.toSorted()) !== JSON.stringify(present)) {
    wrong.push(`${id} has ${open.length} people, the simulator ${present.length}`);
  }
  for (const { name } of stays) {
    const count = rows.filter((row) => row.name === name).length;
    const heard = ![...lost].some(
      (line) => line.includes(` ${name} (`) && line.endsWith('connected'),
    );
    if (count > 1 || (heard && count === 0)) wrong.push(`${name} has ${count} play sessions`);
  }
  const strangers = rows.filter(({ name }) => !stays.some((stay) => stay.name === name));
  if (strangers.length > 0) wrong.push(`${id} has ${strangers.length} people whom nobody sent`);
  return wrong;
}
