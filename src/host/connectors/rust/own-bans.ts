/** Rust's own ban list: a Steam account is in it once. */
import {
  GAME_LIST_COMMAND,
  readGameList,
  type GameBan,
  type GameList,
} from '../../../domain/bans/game-list.ts';
import { oneLine } from '../command-result.ts';
import type { OwnBanList } from '../contract.ts';
import type { Clock } from '../ports.ts';
import type { Answer, RequestOptions } from './requests.ts';

/** A command and its answer, ms. */
const DEADLINE = 9_000;
/** Commands that are on their way at the same time. */
const AT_ONCE = 8;

type Send = (text: string, options: RequestOptions) => Promise<Answer>;

export class RustOwnBans implements OwnBanList {
  readonly by = 'steam';
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
    const answer = await this.#session.command(GAME_LIST_COMMAND.webrcon, this.#options(true));
    return answer.ok ? readGameList('webrcon', answer.text, this.#clock.now()) : null;
  }

  async add(bans: readonly GameBan[]): Promise<boolean> {
    return this.#didAll(
      bans.map(({ identity, until, reason }) => {
        const ends = until === null ? -1 : Math.ceil(until / 1_000);
        // A name is there to be read by people, and who it was may have another by now.
        return `banid ${identity} "Muster" "${oneLine(reason).replaceAll('"', "'")}" ${ends}`;
      }),
    );
  }

  async remove(bans: readonly GameBan[]): Promise<boolean> {
    const list = (await this.read())?.bans;
    if (list === undefined) return false;
    const isHeld = ({ identity, reason }: GameBan) =>
      list.some((one) => one.identity === identity && one.reason === reason);
    return this.#didAll(bans.filter(isHeld).map(({ identity }) => `unban ${identity}`));
  }

  keep(): Promise<boolean> {
    return this.#didAll(['server.writecfg']);
  }

  /** An answer is over when nothing has followed it for a while: several are waited for at once. */
  async #didAll(commands: readonly string[]): Promise<boolean> {
    for (let from = 0; from < commands.length; from += AT_ONCE) {
      const sent = commands.slice(from, from + AT_ONCE);
      const answers = await Promise.all(sent.map((one) => this.#send(one, this.#options(false))));
      if (answers.some(({ ok }) => !ok)) return false;
    }
    return true;
  }

  #options(repeat: boolean): RequestOptions {
    return { repeat, deadline: this.#clock.elapsed() + DEADLINE };
  }
}
