/**
 * BattlEye's own ban list. Its numbers are positions, and move up where one is removed: those of the last reading hold only as
 * long as nobody else changes it. So the list is read before and after each removal, the last entry goes first, and one of
 * somebody else's that went in its place is put back.
 */
import {
  GAME_LIST_COMMAND,
  readGameList,
  type GameBan,
  type GameList,
} from '../../../domain/bans/game-list.ts';
import { isAsExpected, isSameEntry, wronglyRemoved } from '../../../domain/bans/own-removal.ts';
import { oneLine } from '../command-result.ts';
import type { OwnBanList } from '../contract.ts';
import type { Clock } from '../ports.ts';
import type { CommandOptions, LinkAnswer } from './link.ts';

/** A command and its answer, or the list, which comes in many parts; ms. */
const DEADLINE = 10_000;
const MINUTE = 60_000;
/** So often, and once for each entry, it is begun where somebody else changes the list at the same time. */
const BEGINNINGS = 8;

type Row = GameList['bans'][number];
type Send = (text: string, options: CommandOptions) => Promise<LinkAnswer>;

export class BattlEyeOwnBans implements OwnBanList {
  readonly by = 'battleye';
  readonly #clock: Clock;
  readonly #session: { readonly command: Send };
  readonly #send: Send;

  /** What `session` is asked is not shown in the console, what is sent by `send` is. */
  constructor(clock: Clock, session: { readonly command: Send }, send: Send) {
    this.#clock = clock;
    this.#session = session;
    this.#send = send;
  }

  async read(): Promise<GameList | null> {
    const answer = await this.#session.command(GAME_LIST_COMMAND.battleye, this.#options(true));
    return answer.ok ? readGameList('battleye', answer.text, this.#clock.now()) : null;
  }

  async add(bans: readonly GameBan[]): Promise<boolean> {
    for (const { identity, until, reason } of bans) {
      const left = until === null ? 0 : until - this.#clock.now();
      const minutes = until === null ? 0 : Math.max(1, Math.ceil(left / MINUTE));
      if (!(await this.#did(`addBan ${identity} ${minutes} ${oneLine(reason)}`))) return false;
    }
    return true;
  }

  async remove(bans: readonly GameBan[]): Promise<boolean> {
    for (let begun = 0; begun < BEGINNINGS + bans.length; begun += 1) {
      const before = await this.#rows();
      if (before === null) return false;
      // What is not there any more has ended, or somebody else has removed it.
      const removed = await this.#removeLast(before, rowsOf(before, bans));
      if (removed !== 'moved') return removed === 'done';
    }
    return false;
  }

  /** From the last to the first, so that what is still to go stays where it is; until the list moves otherwise. */
  async #removeLast(
    list: readonly Row[],
    rows: readonly Row[],
  ): Promise<'done' | 'moved' | 'failed'> {
    let before = list;
    for (const { number } of rows.toReversed()) {
      const row = before.find((one) => one.number === number);
      if (row === undefined) return 'moved';
      const did = await this.#did(`removeBan ${number}`);
      const after = await this.#rows();
      if (after === null) return 'failed';
      const wrong = wronglyRemoved(before, row, after);
      const back = wrong !== null && !rows.some((one) => isSameEntry(one, wrong));
      if (back && !isOver(wrong, this.#clock.now()) && !(await this.add([wrong]))) return 'failed';
      if (!did) return 'failed';
      if (!isAsExpected(before, row, after)) return 'moved';
      before = after;
    }
    return 'done';
  }

  keep(): Promise<boolean> {
    return this.#did('writeBans');
  }

  async #rows(): Promise<GameList['bans'] | null> {
    return (await this.read())?.bans ?? null;
  }

  async #did(text: string): Promise<boolean> {
    return (await this.#send(text, this.#options(false))).ok;
  }

  #options(repeat: boolean): CommandOptions {
    return { repeat, deadline: this.#clock.elapsed() + DEADLINE };
  }
}

/** The rows of entries, each once, in the order of the list. */
function rowsOf(list: readonly Row[], bans: readonly GameBan[]): readonly Row[] {
  const rows = new Set<Row>();
  for (const ban of bans) {
    const row = list.find((one) => !rows.has(one) && isSameEntry(one, ban));
    if (row !== undefined) rows.add(row);
  }
  return list.filter((row) => rows.has(row));
}

function isOver({ until }: GameBan, now: number): boolean {
  return until !== null && until <= now;
}
