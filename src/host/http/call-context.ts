import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { Call } from '../../protocol/call.ts';
import type { CurrentSession, NewSession, SessionAccount } from '../identity/sessions.ts';
import type { Database } from '../store/database.ts';
import type { CurrentDisplay } from '../identity/display-tokens.ts';

/** What a handler works with. Everything in it was checked: shape, token, limit and permission. */
export interface CallContext<C extends Call> {
  readonly params: z.output<C['params']>;
  readonly query: z.output<C['query']>;
  readonly body: z.output<C['body']>;
  /** null where nobody is signed in. */
  readonly session: CurrentSession | null;
  /** The account that calls. Reading it without a session throws `not-signed-in`. */
  readonly account: SessionAccount;
  /** The paired screen that calls. Reading it where none does throws `not-signed-in`. */
  readonly display: CurrentDisplay;
  readonly db: Database;
  /** The moment of the call, epoch milliseconds. */
  readonly now: number;
  readonly log: FastifyBaseLogger;
  readonly client: Client;
}

/** The browser (or script) at the other end. */
export interface Client {
  /** Its address, by the proxies that are trusted. */
  readonly address: string;
  readonly userAgent: string;
  /** It is on this machine, and reached us by loopback. */
  readonly local: boolean;
  /** What its `acsrf_token` is bound to; an anonymous browser gets its cookie here. */
  readonly binding: () => string;
  /** Puts a session's token into the browser, in place of any other. */
  readonly enter: (session: NewSession) => void;
  readonly leave: () => void;
  /** Puts the token of a paired screen into its browser; it lasts until it is revoked. */
  readonly enterDisplay: (token: string) => void;
}

/** A call's own work: it answers by the call's schema, or throws `HostError`. */
export type Handler<C extends Call> = (
  context: CallContext<C>,
) => Promise<C['answer']['_zod']['input']>;
