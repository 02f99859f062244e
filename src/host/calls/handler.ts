/** What answers a call: a function that knows what the call brings and who calls, and nothing of HTTP. */
import type { z } from 'zod';
import type { CALLS, CallName } from '../../protocol/calls.ts';
import type { CurrentDisplay } from '../identity/display-tokens.ts';
import type { CurrentSession, NewSession, SessionAccount } from '../identity/sessions.ts';
import type { HostDeps } from './deps.ts';

type CallOf<N extends CallName> = (typeof CALLS)[N];

/** What a call brings. Everything was checked: shape, token, limit and permission. */
export interface Input<N extends CallName> {
  readonly params: z.output<CallOf<N>['params']>;
  readonly query: z.output<CallOf<N>['query']>;
  readonly body: z.output<CallOf<N>['body']>;
}

/** What a call answers, as its schema writes it. */
export type Answer<N extends CallName> = z.input<CallOf<N>['answer']>;

/** Who calls, and when. */
export interface Caller {
  /** null where nobody is signed in. */
  readonly session: CurrentSession | null;
  /** The role through which the account may make the call, or `support`; null: it is its own to make. */
  readonly through: string | null;
  /** The account that calls. Reading it without a session throws `not-signed-in`. */
  readonly account: SessionAccount;
  /** The paired screen that calls. Reading it where none does throws `not-signed-in`. */
  readonly display: CurrentDisplay;
  /** The moment of the call, epoch milliseconds. */
  readonly now: number;
  readonly client: Client;
}

/** The browser (or script) at the other end. */
export interface Client {
  /** Its address, by the proxies that are trusted. */
  readonly address: string;
  readonly userAgent: string;
  /** It is on this machine, and reached us by loopback. */
  readonly local: boolean;
  /** Its session is of an account that is in set-up, and lets it in nowhere yet. */
  readonly inSetup: () => Promise<boolean>;
  /** What its `acsrf_token` is bound to; an anonymous browser gets its cookie here. */
  readonly binding: () => string;
  /** Puts a session's token into the browser, in place of any other. */
  readonly enter: (session: NewSession) => void;
  readonly leave: () => void;
  /** Puts the token of a paired screen into its browser; it lasts until it is revoked. */
  readonly enterDisplay: (token: string) => void;
}

/**
 * What a handler works with: what its feature is given (`log` is the request's own), and who calls. It is
 * not spread: that would read `account` and `display`.
 */
export type Context<Deps extends HostDeps = HostDeps> = Deps & Caller;

/** A call's own work: it answers by the call's schema, or throws `HostError`. */
export type Handler<N extends CallName, Deps extends HostDeps = HostDeps> = (
  input: Input<N>,
  context: Context<Deps>,
) => Promise<Answer<N>>;

/** The handler of a call whose body is too large to be parsed between other things. */
export interface BytesHandler<
  N extends CallName,
  Deps extends HostDeps = HostDeps,
  Body = unknown,
> {
  /** The body as `parse` gives it. */
  readonly body: z.ZodType<Body>;
  /** Reads the bytes of a body; throws `invalid-request` where they are none. */
  parse(json: Buffer): Promise<Body>;
  handle(
    input: Omit<Input<N>, 'body'> & { readonly body: Body },
    context: Context<Deps>,
  ): Promise<Answer<N>>;
}

/** A file as it is sent: compressed by gzip, in parts that are read as they are sent. */
export interface Download {
  readonly name: string;
  /** Bytes of the file itself, and of all parts together. */
  readonly bytes: number;
  readonly packed: number;
  readonly parts: AsyncIterable<Uint8Array>;
}

/** The handler of a call that answers a file. */
export interface DownloadHandler<N extends CallName, Deps extends HostDeps = HostDeps> {
  download(input: Input<N>, context: Context<Deps>): Promise<Download>;
}

/** A handler for each of these calls; without a name, for every call that there is. */
export type Handlers<Deps extends HostDeps, N extends CallName = CallName> = {
  readonly [Name in N]:
    | Handler<Name, Deps>
    | BytesHandler<Name, Deps>
    | DownloadHandler<Name, Deps>;
};
