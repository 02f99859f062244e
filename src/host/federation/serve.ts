/** Answers other installations: what they ask is signed, is taken once, and so is the answer. */
import type { z } from 'zod';
import { answerText, requestText } from '../../domain/federation/signed.ts';
import { FEDERATION_LIMIT } from '../../protocol/federation/limits.ts';
import {
  FEDERATION_HEADER,
  FEDERATION_PATH,
  joinAnswer,
  joinRequest,
  leaveAnswer,
  leaveRequest,
  pullAnswer,
  pullRequest,
  requestHeaders,
  type FederationCall,
} from '../../protocol/federation/wire.ts';
import type { Database } from '../store/database.ts';
import { Refused, type Asker, type ServeDeps } from './asker.ts';
import { pull } from './changes.ts';
import { fingerprintOf, installationKey, isSignedBy, type InstallationKey } from './key.ts';
import { join, leave } from './share.ts';

interface Route<Q extends z.ZodType, A extends z.ZodType> {
  readonly asks: Q;
  readonly answers: A;
  readonly handle: (deps: ServeDeps, asker: Asker, asked: z.output<Q>) => Promise<z.input<A>>;
}

function route<Q extends z.ZodType, A extends z.ZodType>(of: Route<Q, A>): Route<Q, A> {
  return of;
}

const ROUTES = {
  join: route({ asks: joinRequest, answers: joinAnswer, handle: join }),
  pull: route({ asks: pullRequest, answers: pullAnswer, handle: pull }),
  leave: route({ asks: leaveRequest, answers: leaveAnswer, handle: leave }),
} as const satisfies Readonly<Record<FederationCall, unknown>>;

export interface Served {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a request as it came; what the database refuses is thrown on. */
export async function serve(
  deps: ServeDeps,
  call: FederationCall,
  headers: Readonly<Record<string, unknown>>,
  body: string,
): Promise<Served> {
  const now = deps.clock();
  const key = await installationKey(deps, now);
  const signer = requestHeaders.safeParse(headers);
  const nonce = signer.success ? signer.data[FEDERATION_HEADER.nonce] : '';
  try {
    if (!signer.success) throw new Refused('signature');
    checkSigned(key, call, signer.data, body, now);
    const { asks, answers, handle } = ROUTES[call] as unknown as Route<z.ZodType, z.ZodType>;
    const asked = asks.safeParse(jsonOf(body));
    if (!asked.success) throw new Refused('unreadable');
    const { share_id } = asked.data as { readonly share_id: string };
    const asker = await takeOnce(deps.db, signer.data, share_id, now);
    const answer = await handle(deps, asker, asked.data);
    return signed(key, nonce, 200, answers.parse(answer));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return signed(key, nonce, 403, { refused: error.refused });
  }
}

function signed(key: InstallationKey, nonce: string, status: number, told: unknown): Served {
  const body = JSON.stringify(told);
  const headers = {
    [FEDERATION_HEADER.key]: key.publicKey,
    [FEDERATION_HEADER.signature]: key.sign(answerText({ nonce, status, body })),
  };
  return { status, headers, body };
}

type Signer = z.output<typeof requestHeaders>;

/** Refuses what is not signed for this installation, and now. */
function checkSigned(
  own: InstallationKey,
  call: FederationCall,
  headers: Signer,
  body: string,
  now: number,
): void {
  const time = headers[FEDERATION_HEADER.time];
  const nonce = headers[FEDERATION_HEADER.nonce];
  const to = fingerprintOf(own.publicKey);
  const text = requestText({ to, path: FEDERATION_PATH[call], time, nonce, body });
  if (!isSignedBy(headers[FEDERATION_HEADER.key], text, headers[FEDERATION_HEADER.signature])) {
    throw new Refused('signature');
  }
  if (Math.abs(Number(time) - now) > FEDERATION_LIMIT.clocks) throw new Refused('clock-apart');
}

/** Whoever asks for a share that could be theirs, once by each request: anybody can sign, and nothing is kept of them. */
async function takeOnce(
  db: Database,
  headers: Signer,
  share_id: string,
  now: number,
): Promise<Asker> {
  const key = headers[FEDERATION_HEADER.key];
  const nonce = headers[FEDERATION_HEADER.nonce];
  const share = await db
    .selectFrom('ban_list_shares')
    .select('key')
    .where('id', '=', share_id)
    .executeTakeFirst();
  if (share === undefined || (share.key ?? key) !== key) throw new Refused('not-shared');
  const taken = await db
    .insertInto('signed_requests')
    .values({ key, nonce, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst();
  if (taken === undefined) throw new Refused('replayed');
  return { key, now };
}

/** Forgets requests whose time has passed: their clock is too far apart by now. */
export async function forgetRequests(db: Database, now: number): Promise<void> {
  const before = now - 2 * FEDERATION_LIMIT.clocks;
  await db.deleteFrom('signed_requests').where('at', '<', before).execute();
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refused('unreadable');
  }
}
