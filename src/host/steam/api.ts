/** Steam's Web API, as far as this host asks it: who accounts are, and how they are banned. */
import { z } from 'zod';
import type { SteamState, SteamTrouble } from '../../protocol/steam/calls.ts';

/** So many accounts are asked of at once: Steam takes no more. */
export const STEAM_ASKED_MAX = 100;

/** Steam answers within this time, or not. Milliseconds. */
const WAIT = 5_000;
/** Bytes of an answer; one of a hundred accounts has some 80,000. */
const ANSWER_MAX = 524_288;
const PERSONA_MAX = 128;
/** What Steam calls the profiles that everybody may see. */
const EVERYBODY = 3;

export interface SteamApi {
  /** Where it answers, without a slash at its end. */
  readonly base: string;
  readonly key: string;
}

/** What Steam says of one account. */
export interface SteamAccount {
  readonly steam_id: string;
  readonly state: SteamState;
  readonly persona: string | null;
  readonly created_at: number | null;
  readonly vac_bans: number;
  readonly game_bans: number;
  readonly community_banned: boolean;
  readonly days_since_ban: number | null;
}

export type SteamAnswer =
  | { readonly ok: true; readonly accounts: readonly SteamAccount[] }
  | { readonly ok: false; readonly trouble: SteamTrouble };

const steamId = z.string().regex(/^\d{1,20}$/);
const count = z.number().int().min(0).max(1_000_000);

const summaries = z.object({
  response: z.object({
    players: z
      .array(
        z.object({
          steamid: steamId,
          personaname: z.string().optional(),
          communityvisibilitystate: z.number().optional(),
          /** Seconds. */
          timecreated: z.number().int().min(0).max(4_102_444_800).optional(),
        }),
      )
      .max(STEAM_ASKED_MAX),
  }),
});
const bans = z.object({
  players: z
    .array(
      z.object({
        SteamId: steamId,
        CommunityBanned: z.boolean().default(false),
        NumberOfVACBans: count.default(0),
        NumberOfGameBans: count.default(0),
        DaysSinceLastBan: count.default(0),
      }),
    )
    .max(STEAM_ASKED_MAX),
});

/** Asks of at most `STEAM_ASKED_MAX` accounts. Of each that was asked for there is an answer, or of none. */
export async function askSteam(api: SteamApi, ids: readonly string[]): Promise<SteamAnswer> {
  const who = await get(api, 'ISteamUser/GetPlayerSummaries/v2/', ids, summaries);
  if (!who.ok) return who;
  const how = await get(api, 'ISteamUser/GetPlayerBans/v1/', ids, bans);
  if (!how.ok) return how;
  const summaryOf = new Map(who.told.response.players.map((one) => [one.steamid, one]));
  const bansOf = new Map(how.told.players.map((one) => [one.SteamId, one]));
  const accounts = ids.map((id): SteamAccount => {
    const summary = summaryOf.get(id);
    const banned = bansOf.get(id);
    const vac_bans = banned?.NumberOfVACBans ?? 0;
    const game_bans = banned?.NumberOfGameBans ?? 0;
    const isPublic = summary?.communityvisibilitystate === EVERYBODY;
    return {
      steam_id: id,
      state: summary === undefined ? 'deleted' : isPublic ? 'public' : 'private',
      persona: summary?.personaname?.slice(0, PERSONA_MAX) ?? null,
      created_at: summary?.timecreated === undefined ? null : summary.timecreated * 1_000,
      vac_bans,
      game_bans,
      community_banned: banned?.CommunityBanned ?? false,
      days_since_ban: vac_bans + game_bans === 0 ? null : (banned?.DaysSinceLastBan ?? null),
    };
  });
  return { ok: true, accounts };
}

type Got<T> = { readonly ok: true; readonly told: T } | Extract<SteamAnswer, { ok: false }>;

/** What cannot be read is an answer of something before Steam: it is down. Nothing here names the key. */
async function get<T extends z.ZodType>(
  { base, key }: SteamApi,
  path: string,
  ids: readonly string[],
  schema: T,
): Promise<Got<z.output<T>>> {
  const query = new URLSearchParams({ key, steamids: ids.join(','), format: 'json' });
  try {
    const response = await fetch(`${base}/${path}?${query.toString()}`, {
      redirect: 'error',
      signal: AbortSignal.timeout(WAIT),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { ok: false, trouble: troubleOf(response.status) };
    }
    const read = schema.safeParse(JSON.parse(await textOf(response)));
    if (read.success) return { ok: true, told: read.data };
  } catch {
    // Not reached, not in time, too long, or no JSON.
  }
  return { ok: false, trouble: 'maintenance' };
}

function troubleOf(status: number): SteamTrouble {
  if (status === 429) return 'rate-limited';
  return status === 401 || status === 403 ? 'refused' : 'maintenance';
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | readonly Uint8Array[] = response.body ?? [];
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > ANSWER_MAX) throw new RangeError('The answer is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
