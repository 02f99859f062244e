/** Sends what is too much for one request in parts: one that is refused holds up no other, and can be sent again. */
import type { ErrorCode } from '../../protocol/errors.ts';
import type { CommandError } from '../../worker/contract.ts';

/** Some of what is sent, by where it is: `to` is behind it. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** A part that was not taken, or of which nobody knows whether it was. */
export interface RefusedPart extends Part {
  readonly error: CommandError;
}

/** How far it is. What is in neither was taken. */
export interface Unsent {
  readonly left: readonly Part[];
  readonly refused: readonly RefusedPart[];
}

/** What it came to. `error`: why what is left was not tried; null: it was stopped, or nothing is left. */
export interface SentParts extends Unsent {
  readonly error: CommandError | null;
}

type Code = ErrorCode | 'unreachable' | 'deadline' | 'replaying';

/** What is in a part is refused, and says nothing of the next one. */
const OF_THE_PART: readonly Code[] = [
  'invalid-request',
  'request-too-large',
  'permission-denied',
  'person-unknown',
  'identity-needed',
  'address-invalid',
  'address-too-wide',
  'ban-too-long',
  'note-needed',
  'filter-action',
  'invalid-regex',
  'regex-too-large',
  'entry-of-other-kind',
];
/** What may be over when the next part is sent. */
const MAY_PASS: readonly Code[] = [
  'unreachable',
  'deadline',
  'internal-error',
  'service-unavailable',
];
/** So many parts in a row that nobody took: the rest waits for whoever sends it. */
const IN_A_ROW = 3;
/** A part of so few is no smaller where it is still too large. */
const LEAST = 16;
const REST_MS = 5_000;

/** `send`: answers why a part was not taken. `told`: how far it is, after each part; `rests`: until the host takes more. */
export async function sendParts(
  parts: readonly Part[],
  {
    atOnce,
    send,
    told,
    signal,
  }: {
    readonly atOnce: number;
    readonly send: (part: Part) => Promise<CommandError | null>;
    readonly told: (unsent: Unsent & { readonly rests: boolean }) => void;
    readonly signal: AbortSignal;
  },
): Promise<SentParts> {
  let left = parts.filter(({ from, to }) => from < to);
  let refused: readonly RefusedPart[] = [];
  let most = atOnce;
  let row = 0;
  for (let [first] = left; first !== undefined && !signal.aborted; [first] = left) {
    const part = { from: first.from, to: Math.min(first.to, first.from + most) };
    const error = await send(part);
    const code = error === null ? null : codeOf(error);
    if (error !== null && code === 'rate-limited') {
      told({ left, refused, rests: true });
      await rest(error, signal);
    } else if (code === 'request-too-large' && part.to - part.from > LEAST) {
      most = Math.ceil((part.to - part.from) / 2);
    } else {
      const passes = code !== null && MAY_PASS.includes(code);
      if (error !== null && code !== null && !passes && !OF_THE_PART.includes(code)) {
        return { left, refused, error };
      }
      left = [{ from: part.to, to: first.to }, ...left.slice(1)].filter(
        ({ from, to }) => from < to,
      );
      if (error !== null) refused = withRefused(refused, { ...part, error });
      told({ left, refused, rests: false });
      row = passes ? row + 1 : 0;
      if (row === IN_A_ROW && left.length > 0) {
        // The same one: whoever says it of the part need not say it again.
        return { left, refused, error: refused.at(-1)?.error ?? error };
      }
    }
  }
  return { left, refused, error: null };
}

/** All that was not taken, as it is sent again. */
export function unsentParts({ left, refused }: Unsent): readonly Part[] {
  const parts = [...refused, ...left].map(({ from, to }) => ({ from, to }));
  return parts.toSorted((one, other) => one.from - other.from);
}

export function countOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { from, to }) => sum + to - from, 0);
}

function codeOf(error: CommandError): Code {
  return error.kind === 'problem' ? error.problem.code : error.kind;
}

/** Parts that are next to each other, and were refused for the same, are one. */
function withRefused(before: readonly RefusedPart[], next: RefusedPart): readonly RefusedPart[] {
  const last = before.at(-1);
  const isSame =
    last?.to === next.from &&
    codeOf(last.error) === codeOf(next.error) &&
    [last, next].every(
      ({ error }) => error.kind !== 'problem' || error.problem.fields === undefined,
    );
  return isSame ? [...before.slice(0, -1), { ...last, to: next.to }] : [...before, next];
}

/** Until the host takes more, or nobody waits for it. */
async function rest(error: CommandError, signal: AbortSignal): Promise<void> {
  const seconds = error.kind === 'problem' ? error.problem.retry_after : undefined;
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds === undefined ? REST_MS : seconds * 1_000);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
