import { parseArgs } from 'node:util';
import { linkSteam, unlinkSteam, type Linked, type LinkRefused } from '../host/players/link.ts';
import { publish } from '../host/realtime/log.ts';
import type { Installation } from './installation.ts';
import { type Terminal, UsageError } from './terminal.ts';

export const LINK_HELP = `muster admin link ACCOUNT STEAMID: makes an account and a player one person

The player with that SteamID64 then has the Muster id of the account, on every server: notes, statistics and history of
both are one person's. 'muster admin unlink' undoes it.
`;

export const UNLINK_HELP = `muster admin unlink ACCOUNT [STEAMID]: undoes 'muster admin link'

The account and the player are two again, each with what it had and did. Without STEAMID every link of the account is
undone.
`;

/** Links an account with a Steam id. Throws `UsageError`. */
export async function adminLink(
  args: readonly string[],
  { db, secrets }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const [account, steamId, ...more] = names(args);
  if (account === undefined || steamId === undefined || more.length > 0) {
    throw new UsageError('Give an account and a SteamID: muster admin link ACCOUNT STEAMID');
  }
  const { changed, musterId } = done(
    await linkSteam({ db, secrets, publish, now }, account, steamId),
    account,
    steamId,
  );
  terminal.say(
    changed
      ? `${account} and ${steamId} are one person now: ${musterId}.`
      : `${account} and ${steamId} are one person already: ${musterId}.`,
  );
}

/** Undoes links of an account. Throws `UsageError`. */
export async function adminUnlink(
  args: readonly string[],
  { db, secrets }: Installation,
  terminal: Terminal,
  now: number,
): Promise<void> {
  const [account, steamId = null, ...more] = names(args);
  if (account === undefined || more.length > 0) {
    throw new UsageError('Give an account: muster admin unlink ACCOUNT [STEAMID]');
  }
  const { changed } = done(
    await unlinkSteam({ db, secrets, publish, now }, account, steamId),
    account,
    steamId,
  );
  const linked = steamId === null ? 'any SteamID' : steamId;
  terminal.say(
    changed
      ? `${account} is not linked to ${linked} any more.`
      : `${account} was not linked to ${linked}.`,
  );
}

function names(args: readonly string[]): readonly string[] {
  return parseArgs({ args: [...args], strict: true, allowPositionals: true }).positionals;
}

function done(
  linked: Linked,
  account: string,
  steamId: string | null,
): Extract<Linked, { ok: true }> {
  if (linked.ok) return linked;
  throw new UsageError(sentenceOf(linked.refused, account, steamId ?? ''));
}

function sentenceOf(refused: LinkRefused, account: string, steamId: string): string {
  switch (refused.kind) {
    case 'unknown-account':
      return `There is no account ${account}. Check the spelling.`;
    case 'not-a-steam-id':
      return `${steamId} is no SteamID64. Give its 17 digits.`;
    case 'unknown-steam-id':
      return `Nobody with the SteamID ${steamId} was seen on a server. Check it, or link it once they have played.`;
    case 'linked-to-another':
      return `${steamId} is linked to the account ${refused.account}. Undo that first: muster admin unlink ${refused.account}`;
  }
}
