import { ERROR, type ErrorCode } from '../../protocol/errors.ts';
import type { Permission } from '../../protocol/permissions.ts';
import type { Problem } from '../../protocol/problem.ts';

export interface HostErrorOptions extends ErrorOptions {
  /** A field's dotted path, and the name of the rule it breaks. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The permissions that are missing. */
  readonly needs?: readonly Permission[];
  /** Seconds until another try makes sense. */
  readonly retryAfter?: number;
  /** The audit has it already, in other words. */
  readonly audited?: true;
}

/** What a handler throws to refuse: it becomes the problem document of its code. `detail` is English. */
export class HostError extends Error {
  readonly kind: ErrorCode;
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly needs: readonly Permission[] | undefined;
  readonly retryAfter: number | undefined;
  readonly audited: boolean;

  constructor(kind: ErrorCode, detail: string, options: HostErrorOptions = {}) {
    super(detail, options);
    this.name = 'HostError';
    this.kind = kind;
    this.fields = options.fields;
    this.needs = options.needs;
    this.retryAfter = options.retryAfter;
    this.audited = options.audited === true;
  }

  get status(): number {
    return ERROR[this.kind];
  }
}

/** Whoever names something that is not there, or not theirs to see. */
export function noSuch(what: string): HostError {
  return new HostError('not-found', `There is no such ${what}.`);
}

/** Whoever has tried too often waits until a moment. `what`: of what there were too many. */
export function lockedOut(what: string, until: number, now: number): HostError {
  const retryAfter = Math.ceil((until - now) / 1_000);
  return new HostError('locked-out', `Too many ${what}. Try again in ${retryAfter} s.`, {
    retryAfter,
  });
}

/** The RFC 9457 document of an error. */
export function problemOf(error: HostError): Problem {
  return {
    type: `urn:muster:problem:${error.kind}`,
    title: titleOf(error.kind),
    status: error.status,
    code: error.kind,
    detail: error.message,
    ...(error.fields === undefined ? {} : { fields: { ...error.fields } }),
    ...(error.needs === undefined ? {} : { needs: [...error.needs] }),
    ...(error.retryAfter === undefined ? {} : { retry_after: error.retryAfter }),
  };
}

function titleOf(code: ErrorCode): string {
  const words = code.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
