import { soughtBy } from '../../domain/persons/sought.ts';
import { GLOBAL_RESULTS_MAX } from '../../protocol/persons/limits.ts';
import { EXACT_MAX } from '../../protocol/persons/search-calls.ts';
import type { Answer, Handler } from '../calls/handler.ts';
import { noSuch } from '../calls/host-error.ts';
import { atOneMoment, type Trx } from '../store/database.ts';
import { findAccount, findById, findByIdentifiers } from './by-identifier.ts';
import { findByBanName, findByBans, findByWholeBanName } from './by-ban.ts';
import { findByName } from './by-name.ts';
import { describe, type Found } from './described.ts';
import { openServers } from '../players/seen-person.ts';

type Page = Answer<'playerSearch'>;

interface Asked {
  readonly accountId: string;
  readonly text: string;
  readonly after?: string | undefined;
  readonly limit: number;
  readonly now: number;
}

/** `GET search`: a page of whoever is found by what is typed; who is found by an id comes first. */
export const playerSearch: Handler<'playerSearch'> = async ({ query }, { account, db, now }) =>
  atOneMoment(db, (trx) => search(trx, { ...query, accountId: account.id, now }));

/** `POST global-query`. First specification, section 7. */
export const globalQuery: Handler<'globalQuery'> = async ({ body }, { account, db, now }) => {
  const text = body.identifier.trim();
  if (text === '') return { status: false, results: [] };
  const asked = { accountId: account.id, text, limit: GLOBAL_RESULTS_MAX, now };
  const { people } = await atOneMoment(db, (trx) => search(trx, asked));
  return {
    status: people.length > 0,
    results: people.slice(0, GLOBAL_RESULTS_MAX).map(({ muster_id, name, found }) => ({
      user: { muster_id, avatar: null, display_name: name },
      identifier: found.value,
    })),
  };
};

/** `GET user-resolve`: who is meant, where that is one person alone. */
export const userResolve: Handler<'userResolve'> = async ({ query }, { account, db }) =>
  atOneMoment(db, async (trx) => {
    const open = await openServers(trx, account.id);
    const sought = soughtBy(query.identifier);
    const exact = await exactly(trx, { sought, open, account: account.id });
    const whole =
      exact.length > 0 ? exact : await byWholeName(trx, { sought, open, account: account.id });
    const persons = new Set(whole.map(({ person }) => person));
    const [person, ...others] = persons;
    if (person === undefined || others.length > 0) throw noSuch('player');
    return { muster_id: person };
  });

interface Known {
  readonly sought: ReturnType<typeof soughtBy>;
  readonly open: Awaited<ReturnType<typeof openServers>>;
  readonly account: string;
}

/** Two of those who are called so on servers, and whom bans call so. */
async function byWholeName(trx: Trx, { sought, open, account }: Known): Promise<readonly Found[]> {
  const asked = { ...sought, onlyWhole: true, limit: 2 };
  const { found } = await findByName(trx, [...open.keys()], asked);
  return [...found, ...(await findByWholeBanName(trx, account, sought.key))];
}

async function exactly(trx: Trx, { sought, open, account }: Known): Promise<readonly Found[]> {
  const found: readonly Found[] = [
    ...(sought.id === null ? [] : await findById(trx, account, sought.id)),
    ...(await findByIdentifiers(trx, open, sought.identifiers)),
    ...(await findByBans(trx, account, sought.identifiers)),
    ...(sought.account === null ? [] : await findAccount(trx, account, sought.account)),
  ];
  return found.slice(0, EXACT_MAX);
}

function findByBanNames(
  trx: Trx,
  account: string,
  text: string,
  { key, onlyWhole }: Known['sought'],
): Promise<readonly Found[]> {
  return onlyWhole ? findByWholeBanName(trx, account, key) : findByBanName(trx, account, text);
}

async function search(trx: Trx, asked: Asked): Promise<Page> {
  const { accountId, text, after, limit, now } = asked;
  const open = await openServers(trx, accountId);
  const sought = soughtBy(text);
  const exact = after === undefined ? await exactly(trx, { sought, open, account: accountId }) : [];
  const named = await findByName(trx, [...open.keys()], { ...sought, after, limit });
  const each = new Map<string, Found>();
  const banned = after === undefined ? await findByBanNames(trx, accountId, text, sought) : [];
  for (const found of [...exact, ...named.found, ...banned].slice(0, limit + EXACT_MAX)) {
    if (!each.has(found.person)) each.set(found.person, found);
  }
  const people = await describe(trx, [...each.values()], {
    reader: accountId,
    open: [...open.keys()],
    now,
  });
  return { people, next: named.next };
}
