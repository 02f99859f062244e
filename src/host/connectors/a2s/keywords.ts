/** The keywords of A2S_INFO, in which each game hides what the protocol has no field for. */

export interface DayzKeywords {
  readonly battleye: boolean;
  /** People waiting in the login queue; null where the build does not say. */
  readonly queue: number | null;
  /** In-game time 'HH:MM'. */
  readonly time: string | null;
  readonly dayAcceleration: number | null;
  readonly nightAcceleration: number | null;
  readonly shard: string | null;
  readonly modded: boolean;
  readonly firstPersonOnly: boolean;
  readonly whitelist: boolean;
  /** Tags without a known meaning. */
  readonly other: readonly string[];
}

/** 'battleye,no3rd,external,privHive,shard000,lqs0,etm4.000000,entm6.000000,mod,15:12'. */
export function parseDayzKeywords(keywords: string): DayzKeywords {
  const tags = split(keywords, /[,#]/);
  const take = (pattern: RegExp): string | null => {
    const at = tags.findIndex((tag) => pattern.test(tag));
    if (at < 0) return null;
    const [tag = ''] = tags.splice(at, 1);
    return pattern.exec(tag)?.[1] ?? tag;
  };
  const has = (tag: string): boolean => take(new RegExp(`^${tag}$`)) !== null;
  const time = take(/^(\d{1,2}:\d{2})$/);
  return {
    battleye: has('battleye'),
    queue: number(take(/^lqs(\d+)$/)),
    time: time === null ? null : time.padStart(5, '0'),
    dayAcceleration: number(take(/^etm(\d+(?:[.-]\d+)?)$/)),
    nightAcceleration: number(take(/^entm(\d+(?:[.-]\d+)?)$/)),
    shard: take(/^shard(.+)$/),
    modded: has('mod'),
    firstPersonOnly: has('no3rd'),
    whitelist: has('whitelisting'),
    other: tags,
  };
}

/** What ArmA's server is doing, by the number behind `s`. */
export const ARMA_STATE = [
  'none',
  'selecting-mission',
  'editing-mission',
  'assigning-roles',
  'sending-mission',
  'loading-game',
  'briefing',
  'playing',
  'debriefing',
  'aborted',
] as const;

export interface ArmaKeywords {
  readonly battleye: boolean;
  readonly locked: boolean | null;
  readonly state: (typeof ARMA_STATE)[number] | null;
  readonly requiredVersion: number | null;
  readonly requiredBuild: number | null;
  readonly difficulty: number | null;
  readonly dedicated: boolean;
  readonly verifySignatures: boolean;
  readonly equalMods: boolean;
  readonly gameType: string | null;
  readonly platform: string | null;
  /** Minutes; 0 where the mission has no end. */
  readonly timeLeft: number | null;
  readonly other: readonly string[];
}

/** 'bt,r206,n0,s7,i3,mf,lf,vt,dt,tkoth,g65545,hdada87fb,f0,c0-52,pw,e15,j0,k0', for ArmA 2 and 3. */
export function parseArmaKeywords(keywords: string): ArmaKeywords {
  const letters = new Map<string, string>();
  const other: string[] = [];
  for (const tag of split(keywords, /,/)) {
    const [letter = ''] = tag;
    if (/^[a-z]$/.test(letter)) letters.set(letter, tag.slice(1));
    else other.push(tag);
  }
  const text = (letter: string): string | null => letters.get(letter) ?? null;
  const whole = (letter: string): number | null => {
    const value = letters.get(letter) ?? '';
    return /^-?\d+$/.test(value) ? Number(value) : null;
  };
  return {
    battleye: text('b') === 't',
    locked: letters.has('l') ? text('l') === 't' : null,
    state: ARMA_STATE[whole('s') ?? -1] ?? null,
    requiredVersion: whole('r'),
    requiredBuild: whole('n'),
    difficulty: whole('i'),
    dedicated: text('d') === 't',
    verifySignatures: text('v') === 't',
    equalMods: text('m') === 't',
    gameType: text('t'),
    platform: text('p'),
    timeLeft: whole('e'),
    other,
  };
}

export interface RustKeywords {
  /** The true counts: INFO's are bytes, and busy servers are past 255. */
  readonly slots: number | null;
  readonly players: number | null;
  readonly queue: number | null;
  /** Of the last wipe, epoch ms. */
  readonly wipedAt: number | null;
  readonly networkVersion: number | null;
  /** Flags and packed tags, as they are. */
  readonly other: readonly string[];
}

/** 'mp575,cp547,qp17,v2633,born1790427784,gmrust,...'. */
export function parseRustKeywords(keywords: string): RustKeywords {
  const values = new Map<string, number>();
  const other: string[] = [];
  for (const tag of split(keywords, /,/)) {
    const match = /^(mp|cp|qp|v|born)(\d+)$/.exec(tag);
    if (match?.[1] === undefined) other.push(tag);
    else values.set(match[1], Number(match[2]));
  }
  const born = values.get('born');
  return {
    slots: values.get('mp') ?? null,
    players: values.get('cp') ?? null,
    queue: values.get('qp') ?? null,
    wipedAt: born === undefined ? null : born * 1000,
    networkVersion: values.get('v') ?? null,
    other,
  };
}

function split(keywords: string, separator: RegExp): string[] {
  return keywords.split(separator).filter((tag) => tag !== '');
}

/** Steam's web list writes '-' for the decimal point. */
function number(text: string | null): number | null {
  return text === null ? null : Number(text.replace('-', '.'));
}
