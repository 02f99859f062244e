/**
 * BattlEye's own ban list. Its numbers are positions, and move up where one is removed: before each removal the list is read
 * again, and the number is that of the entry with this GUID and reason.
 */
import {
  GAME_LIST_COMMAND,
  readGameList,
  type GameBan,
  type GameList,
} from '../../../domain/bans/game-list.ts';
import { oneLine } from '../command-result.ts';
import type { OwnBanList } from '../contract.ts';
import type { Clock } from '../ports.ts';
import type { CommandOptions, LinkAnswer } from './link.ts';

/** A command and its answer, or the list, which comes in many parts; ms. */
const DEADLINE = 10_000;
const MINUTE = 60_000;

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
    let list = await this.#rows();
    for (const ban of bans) {
      const found = list?.find((one) => isSame(one, ban));
      if (list === null) return false;
      // Somebody else has removed it, or it has ended.
      if (found === undefined) continue;
      if (!(await this.#did(`removeBan ${found.number}`))) return false;
      const after = await this.#rows();
      const count = (of: GameList['bans']) => of.filter((one) => isSame(one, ban)).length;
      if (after === null || count(after) !== count(list) - 1) return false;
      list = after;
    }
    return true;
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

/** Its minutes are counted down between two readings. */
function isSame(a: GameBan, b: GameBan): boolean {
  const ends =
    a.until === b.until || Math.abs((a.until ?? Infinity) - (b.until ?? Infinity)) < 2 * MINUTE;
  return a.identity === b.identity && a.reason === b.reason && ends;
}
