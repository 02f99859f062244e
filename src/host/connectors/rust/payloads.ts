/** What stands inside frames: the answers that are JSON, chat, reports and the histories of both. */
import { z } from 'zod';
import { cut, LIMITS } from '../limits.ts';
import { parseJson } from './json.ts';

/** One row of `playerlist`. */
export interface PlayerRow {
  readonly steamId: string;
  readonly name: string;
  /** Milliseconds. */
  readonly ping: number | null;
  readonly ip: string | null;
  readonly port: number | null;
}

/** A `playerlist`, row by row. */
export interface PlayerList {
  readonly rows: readonly PlayerRow[];
  /** Rows that could not be read. */
  readonly dropped: number;
}

/** What `serverinfo` tells; null is unknown. */
export interface ServerInfo {
  readonly name: string | null;
  readonly slots: number | null;
  readonly players: number | null;
  readonly queue: number | null;
  readonly joining: number | null;
  readonly map: string | null;
  readonly version: string | null;
  /** In-game time 'HH:MM'. */
  readonly time: string | null;
  /** Seconds since the process started. */
  readonly uptime: number | null;
  /** When the map was made, epoch ms. */
  readonly wipedAt: number | null;
}

/** Entries of a history that are read, the newest. */
const HISTORY = 512;

/** One chat message. */
export interface ChatMessage {
  readonly channel: string;
  /** '0' for the server itself. */
  readonly steamId: string;
  readonly name: string;
  readonly text: string;
  /** Seconds, by the server's clock; null where it was not told. */
  readonly time: number | null;
}

/** One line of the console's history. */
export interface TailLine {
  readonly text: string;
  /** Seconds, by the server's clock; null where it was not told. */
  readonly time: number | null;
}

/** What a player reported with F7. */
export interface Report {
  readonly name: string;
  readonly target: string;
  readonly subject: string;
  readonly text: string;
}

export const STEAM_ID = /^\d{17}$/;

/** Rust's chat channels by their number. */
const CHANNELS = ['Global', 'Team', 'Server', 'Cards', 'Local', 'Clan', 'ExternalDM'] as const;

const text = z.string().nullish().catch(null);
const number = z.number().nullish().catch(null);
const id = z.union([z.string(), z.number().transform(String)]);

const playerRow = z.object({
  SteamID: id.pipe(z.string().regex(STEAM_ID)),
  DisplayName: text,
  Ping: number,
  Address: text,
});

const serverInfo = z.object({
  Hostname: text,
  MaxPlayers: number,
  Players: z.number(),
  Queued: number,
  Joining: number,
  GameTime: text,
  Uptime: number,
  Map: text,
  Protocol: text,
  Version: number,
  SaveCreatedTime: text,
});

const chat = z.object({
  Channel: number,
  Message: z.string(),
  UserId: id.nullish(),
  Username: text,
  Time: number,
});

const tailLine = z.object({ Message: z.string(), Time: number });

const report = z.object({ PlayerName: text, TargetName: text, Subject: text, Message: text });

/** The rows of `playerlist`, so many of them as are read of any; null where the text is no such list. */
export function parsePlayerList(answer: string): PlayerList | null {
  const list = z.array(z.unknown()).safeParse(parseJson(answer));
  if (!list.success) return null;
  const rows: PlayerRow[] = [];
  let dropped = 0;
  for (const entry of list.data.slice(0, LIMITS.players)) {
    const row = playerRow.safeParse(entry);
    if (row.success) rows.push(rowOf(row.data));
    else dropped += 1;
  }
  return { rows, dropped: dropped + Math.max(0, list.data.length - LIMITS.players) };
}

function rowOf({ SteamID, DisplayName, Ping, Address }: z.output<typeof playerRow>): PlayerRow {
  const address = /^(\d+\.\d+\.\d+\.\d+):(\d+)$/.exec(Address ?? '');
  return {
    steamId: SteamID,
    name: cut(DisplayName ?? '', LIMITS.name),
    ping: Ping !== null && Ping !== undefined && Ping >= 0 ? Math.round(Ping) : null,
    ip: address?.[1] ?? null,
    port: address === null ? null : Number(address[2]),
  };
}

/** The figures of `serverinfo`; null where the text is none. */
export function parseServerInfo(answer: string): ServerInfo | null {
  const parsed = serverInfo.safeParse(parseJson(answer));
  if (!parsed.success) return null;
  const info = parsed.data;
  return {
    name: info.Hostname ?? null,
    slots: count(info.MaxPlayers),
    players: count(info.Players),
    queue: count(info.Queued),
    joining: count(info.Joining),
    map: info.Map ?? null,
    version: info.Version === null || info.Version === undefined ? null : String(info.Version),
    time: / (\d\d:\d\d):\d\d$/.exec(info.GameTime ?? '')?.[1] ?? null,
    uptime: count(info.Uptime),
    wipedAt: moment(info.SaveCreatedTime ?? ''),
  };
}

function count(value: number | null | undefined): number | null {
  return value === null || value === undefined || value < 0 ? null : Math.floor(value);
}

/** '09/26/2026 13:00:13', which the server writes in UTC. */
function moment(value: string): number | null {
  const match = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d):(\d\d):(\d\d)$/.exec(value);
  if (match === null) return null;
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** A chat frame's message; null where it is none, or more than anybody says. */
export function parseChat(message: string): ChatMessage | null {
  return message.length > LIMITS.said ? null : chatOf(parseJson(message));
}

/** The messages of `chat.tail`, oldest first; null where the text is no such list. */
export function parseChatTail(answer: string): readonly ChatMessage[] | null {
  const list = z.array(z.unknown()).safeParse(parseJson(answer));
  if (!list.success) return null;
  return list.data
    .slice(-HISTORY)
    .map(chatOf)
    .filter((entry) => entry !== null);
}

function chatOf(value: unknown): ChatMessage | null {
  const parsed = chat.safeParse(value);
  if (!parsed.success) return null;
  const { Channel, Message, UserId, Username, Time } = parsed.data;
  const name = cut(Username ?? '', LIMITS.name);
  const channel = Channel ?? 0;
  // Plugins that paint chat put the name before the text a second time.
  const again = `${name}: `;
  const repeats = name !== '' && Message.startsWith(again);
  return {
    channel: CHANNELS[channel] ?? `Channel ${channel}`,
    steamId: UserId ?? '0',
    name,
    text: cut(repeats ? Message.slice(again.length) : Message, LIMITS.line),
    time: Time ?? null,
  };
}

/** The lines of `console.tail`, oldest first; null where the text is no such list. */
export function parseConsoleTail(answer: string): readonly TailLine[] | null {
  const list = z.array(z.unknown()).safeParse(parseJson(answer));
  if (!list.success) return null;
  return list.data.slice(-HISTORY).flatMap((entry) => {
    const parsed = tailLine.safeParse(entry);
    if (!parsed.success) return [];
    return [{ text: cut(parsed.data.Message, LIMITS.line), time: parsed.data.Time ?? null }];
  });
}

/** A report's message; null where it is none, or more than anybody reports. */
export function parseReport(message: string): Report | null {
  if (message.length > LIMITS.said) return null;
  const parsed = report.safeParse(parseJson(message));
  if (!parsed.success) return null;
  const { PlayerName, TargetName, Subject, Message } = parsed.data;
  return {
    name: PlayerName ?? '',
    target: TargetName ?? '',
    subject: Subject ?? '',
    text: Message ?? '',
  };
}
