import type { ColumnType } from 'kysely';
import type { LogFolderProblem, LogKind } from '../../../protocol/enumerations.ts';

/** How far a log of a game server is read. */
export interface GameLogRow {
  readonly server_id: string;
  readonly kind: LogKind;
  /** The file's name in the server's log folder. */
  readonly file: string;
  /** Bytes that are read. */
  readonly position: number;
  /** The file is known again by its first so many bytes. */
  readonly head_length: number;
  /** SHA-256 of them. */
  readonly head_digest: string;
  /** What whoever read it remembers, to go on from there. */
  readonly reader: ColumnType<unknown, string, string>;
  /** When it was read last. */
  readonly read_at: number;
  /** The time of the newest line that told something. */
  readonly line_at: number | null;
}

/** Why a log folder is not read. */
export interface GameLogProblemRow {
  readonly server_id: string;
  readonly problem: LogFolderProblem;
  readonly since: number;
}

/** A line of a log that was told: it is told once, whoever reads it and how often. */
export interface GameLogLineRow {
  readonly server_id: string;
  readonly key: string;
  readonly told_at: number;
}

/** RCon of a server was connected from the one moment to the other. */
export interface RconSpanRow {
  readonly server_id: string;
  readonly since: number;
  readonly until: number;
}

/** A folder of the host's machine that an account may have logs read from, and what is below it. */
export interface LogFolderRow {
  readonly account_id: string;
  readonly path: string;
  readonly given_at: number;
  /** It was named before folders had to be given; the operator has not said yet whether it may stay. */
  readonly by_upgrade: boolean;
}

export interface GameLogTables {
  readonly log_folders: LogFolderRow;
  readonly game_logs: GameLogRow;
  readonly game_log_problems: GameLogProblemRow;
  readonly game_log_lines: GameLogLineRow;
  readonly rcon_spans: RconSpanRow;
}
