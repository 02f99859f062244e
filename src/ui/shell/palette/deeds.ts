/** What can be done from the palette: the questions that the screens ask, and who may ask them. */
import { mayBan } from '../../../domain/permissions.ts';
import type { AccountRow, ServerRow } from '../../../domain/rows.ts';
import { wordsOf } from '../../../domain/search/match.ts';
import { SERVER_ACTION } from '../../../protocol/enumerations.ts';
import { offeredQuestions, SERVER_QUESTION } from '../../actions/server-question.ts';
import { PLAYER_QUESTION, type PlayerQuestion } from '../../actions/player-question.ts';
import { mayAsk, whyNot, type Action, type WhyNot } from '../../actions/why-not.ts';
import type { Reach } from '../keys/reach.ts';

export const SERVER_DEEDS = ['announce', 'lock', 'unlock', 'restart'] as const;
const PLAYER_QUESTIONS = ['kick', 'message'] as const satisfies readonly PlayerQuestion['what'][];
export const PLAYER_DEEDS = [...PLAYER_QUESTIONS, 'ban'] as const;
export type ServerDeed = (typeof SERVER_DEEDS)[number];
export type PlayerDeed = (typeof PLAYER_DEEDS)[number];
export type Deed = ServerDeed | PlayerDeed;

/** A question about a server that is about to be asked, with the same words as on its screen. */
export interface Ask {
  readonly deed: ServerDeed;
  readonly server: ServerRow;
}

/** What the game is asked for; a ban asks it for nothing. */
export const DEED_ACTION: Readonly<Record<Exclude<Deed, 'ban'>, Action>> = {
  announce: SERVER_ACTION.MESSAGE_PUBLIC,
  ...SERVER_QUESTION,
  ...PLAYER_QUESTION,
};

/** Whether anything can be asked of a server. */
export function mayAct({ from }: Reach): boolean {
  return from === 'portal';
}

export interface Offered<D extends Deed> {
  readonly deed: D;
  readonly why: WhyNot | null;
}

/** What the account may ask of a server, with what stands against it now. */
export function offeredAt(account: AccountRow, server: ServerRow): readonly Offered<ServerDeed>[] {
  const questions: readonly string[] = offeredQuestions(account, server);
  return SERVER_DEEDS.filter((deed) =>
    deed === 'announce' ? mayAsk(account, server.id, DEED_ACTION[deed]) : questions.includes(deed),
  ).map((deed) => ({ deed, why: whyNot(server, DEED_ACTION[deed]) }));
}

/** What the account may do with somebody on a server. */
export function offeredFor(account: AccountRow, server: ServerRow): readonly Offered<PlayerDeed>[] {
  const questions = PLAYER_QUESTIONS.filter((deed) =>
    mayAsk(account, server.id, DEED_ACTION[deed]),
  ).map((deed) => ({ deed, why: whyNot(server, DEED_ACTION[deed]) }));
  return mayBan(account) ? [...questions, { deed: 'ban', why: null }] : questions;
}

/** What was typed, as something to do and to whom: 'kick ann', 'chernarus restart'. */
export interface Sentence<Name extends string> {
  readonly names: readonly Name[];
  /** What it is to be done to; empty where that is still to be typed. */
  readonly rest: string;
}

const LEAST = 2;

/**
 * Reads a name of `known` out of the first word, or else out of the last. `known`: for each name the
 * words that it is found by.
 */
export function readSentence<Name extends string>(
  text: string,
  known: readonly (readonly [name: Name, words: string])[],
): Sentence<Name> | null {
  const words = wordsOf(text);
  const tries = [
    [words[0], words.slice(1)],
    [words.at(-1), words.slice(0, -1)],
  ] as const;
  for (const [word, rest] of tries) {
    if (word === undefined || word.length < LEAST) continue;
    const names = known
      .filter(([, by]) => wordsOf(by).some((one) => one.startsWith(word)))
      .map(([name]) => name);
    if (names.length > 0) return { names, rest: rest.join(' ') };
  }
  return null;
}
