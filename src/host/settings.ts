import { resolve } from 'node:path';
import { z } from 'zod';
import {
  absolutePath,
  ALL_PROXIES,
  networks,
  origin,
  plan,
  proxies,
  storageOfPlans,
  wholeNumber,
} from './setting-schemas.ts';

/** One setting that an operator makes in the environment. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** The environment variable. */
  readonly variable: string;
  /** What holds without it, as the text that one would write; null where nothing stands in its place. */
  readonly fallback: string | null;
  /** The fallback in words, where the text itself would not help. */
  readonly fallbackInWords?: string;
  /** Completes 'It must be …' when a value does not do. */
  readonly expected: string;
  /** What it is for, in one or two sentences of Markdown. */
  readonly description: string;
  /** True when the value may hold a password: then no message repeats it. */
  readonly secret?: boolean;
  readonly schema: Schema;
}

/** Every setting, once: the host reads the environment by it, and `docs/settings.md` is made from it. */
export const settingTable = {
  port: setting({
    variable: 'PORT',
    fallback: '7070',
    expected: 'a whole number from 0 to 65535',
    description: 'The TCP port that Muster listens on, the only one. `0` takes any free port.',
    schema: wholeNumber(0, 65_535),
  }),
  host: setting({
    variable: 'HOST',
    fallback: '127.0.0.1',
    expected: 'an IP address or the name of this machine',
    description:
      'The address that Muster listens on. `127.0.0.1` is reached from this machine alone; `0.0.0.0` from everywhere: put a proxy with HTTPS before it, and set `MUSTER_ORIGIN`.',
    schema: z.string().regex(/^[0-9A-Za-z.:_-]{1,253}$/),
  }),
  dataDir: setting({
    variable: 'MUSTER_DATA',
    fallback: '.muster',
    fallbackInWords: '`.muster` in the project',
    expected: 'the path of a folder',
    description:
      "The folder for everything that Muster keeps: the embedded database, and the key that seals the game servers' passwords. A relative path starts at the project's folder, wherever the command is given. One Muster at a time owns it.",
    schema: z.string().regex(/^[^\0]+$/),
  }),
  databaseUrl: setting({
    variable: 'DATABASE_URL',
    fallback: null,
    fallbackInWords: 'the embedded PostgreSQL',
    expected: 'an address such as postgresql://muster:password@127.0.0.1/muster',
    description:
      'A PostgreSQL server of your own, in place of the embedded one. Any number of Musters may share it, if they share the key in `MUSTER_DATA` too. A pooler in between has to keep a connection for a whole session.',
    secret: true,
    // Without a host where a Unix socket is named by its parameter, so no URL to every parser.
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/)
      .optional(),
  }),
  origin: setting({
    variable: 'MUSTER_ORIGIN',
    fallback: null,
    fallbackInWords: 'the address it listens on',
    expected: 'an address such as https://muster.example.org, without a path',
    description:
      'The public address of the portal: links in mails lead there, and requests of other origins are refused. With `https`, cookies are marked `Secure`.',
    schema: origin.optional(),
  }),
  apiOrigin: setting({
    variable: 'MUSTER_API_ORIGIN',
    fallback: null,
    fallbackInWords: 'the portal’s own',
    expected: 'an address such as https://api.example.org, without a path',
    description:
      'The address at which the portal calls the API, where that is another than the portal’s own.',
    schema: origin.optional(),
  }),
  signUp: setting({
    variable: 'MUSTER_SIGNUP',
    fallback: 'invitation',
    expected: '`open`, `invitation` or `closed`',
    description:
      'Who may make an account once the founding account exists: anybody (`open`), whoever was invited (`invitation`), or nobody (`closed`; `muster admin account` still makes one).',
    schema: z.enum(['open', 'invitation', 'closed']),
  }),
  sessionDays: setting({
    variable: 'MUSTER_SESSION_DAYS',
    fallback: '30',
    expected: 'a whole number from 1 to 365',
    description:
      'How many days a sign-in lasts without being used. It ends after 90 days however much it is used, or after these where they are more.',
    schema: wholeNumber(1, 365),
  }),
  playSessionDays: setting({
    variable: 'MUSTER_PLAY_SESSION_DAYS',
    fallback: '90',
    expected: 'a whole number from 1 to 3650',
    description:
      'How many days the stays of players on servers are kept one by one, with names, addresses and identifiers; no shorter than the feed. The name that a player had on a server last is kept for good, and so is how long and how many the stays were.',
    schema: wholeNumber(1, 3_650),
  }),
  feedDays: setting({
    variable: 'MUSTER_FEED_DAYS',
    fallback: '30',
    expected: 'a whole number from 7 to 3650',
    description: 'How many days the feed of a server is kept, chat included.',
    schema: wholeNumber(7, 3_650),
  }),
  plans: setting({
    variable: 'MUSTER_PLANS',
    fallback: 'off',
    expected: '`on` or `off`',
    description:
      'Whether plans bind. With `off`, every account has the plan of `MUSTER_PLAN`, and no page speaks of plans. With `on`, each account has its own, which `muster admin plan` sets.',
    schema: z.enum(['off', 'on']).transform((text) => text === 'on'),
  }),
  plan: setting({
    variable: 'MUSTER_PLAN',
    fallback: 'community',
    expected:
      '`free`, `basic`, `pro`, `community` or `advanced`; `basic:3` is basic with three servers',
    description:
      'The plan of every account while `MUSTER_PLANS` is `off`: how many servers each may add (free and basic one, pro five, the others any number).',
    schema: plan,
  }),
  freeJobs: setting({
    variable: 'MUSTER_FREE_JOBS',
    fallback: '5',
    expected: 'a whole number from 0 to 100',
    description:
      'How many jobs a server may have whose owner has the plan free. With every other plan it may have 100.',
    schema: wholeNumber(0, 100),
  }),
  freeMessages: setting({
    variable: 'MUSTER_FREE_MESSAGES',
    fallback: '5',
    expected: 'a whole number from 0 to 100',
    description:
      'How many messages a server may say by itself whose owner has the plan free. With every other plan it may have 100.',
    schema: wholeNumber(0, 100),
  }),
  freeWebhooks: setting({
    variable: 'MUSTER_FREE_WEBHOOKS',
    fallback: '1',
    expected: 'a whole number from 0 to 20',
    description:
      'How many webhooks a ban list may have whose owner has the plan free. With every other plan it may have 20.',
    schema: wholeNumber(0, 20),
  }),
  storageMib: setting({
    variable: 'MUSTER_STORAGE_MIB',
    fallback: '1024',
    expected: 'a whole number from 1 to 10000000',
    description:
      'How many MiB of uploaded files the servers of one account may keep while `MUSTER_PLANS` is `off`. A file counts with its own size; in the database it takes about a tenth of that.',
    schema: wholeNumber(1, 10_000_000),
  }),
  planStorageMib: setting({
    variable: 'MUSTER_PLAN_STORAGE_MIB',
    fallback: '100,500,2048,10240,20480',
    expected: 'five whole numbers from 1 to 10000000, with commas between them',
    description:
      'The same while `MUSTER_PLANS` is `on`, for accounts with the plan free, basic, pro, community and advanced, in this order.',
    schema: storageOfPlans,
  }),
  scheduleLate: setting({
    variable: 'MUSTER_SCHEDULE_LATE',
    fallback: '120',
    expected: 'a whole number from 10 to 3600',
    description:
      'How many seconds late a job may still run, when no Muster was there in time. What is later is not run, and the feed and the audit of the server say that it was missed.',
    schema: wholeNumber(10, 3_600),
  }),
  smtpUrl: setting({
    variable: 'SMTP_URL',
    fallback: null,
    fallbackInWords: 'mails wait in the outbox',
    expected: 'an address such as smtps://user:password@mail.example.org',
    description:
      'The mail server. Without one, mails wait in an outbox that `muster admin outbox` shows.',
    secret: true,
    schema: z.url({ protocol: /^smtps?$/ }).optional(),
  }),
  mailFrom: setting({
    variable: 'MAIL_FROM',
    fallback: 'Muster <muster@localhost>',
    expected: 'a sender such as Muster <muster@example.org>',
    description: 'The sender of mails.',
    schema: z.string().regex(/^([^<>\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/),
  }),
  trustProxy: setting({
    variable: 'MUSTER_TRUST_PROXY',
    fallback: 'false',
    expected:
      'a number of proxies from 1 to 9, their addresses such as 127.0.0.1,10.0.0.0/8, or `false`',
    description:
      'Which proxies are believed when they name the caller’s address (`X-Forwarded-For`): those at the given addresses, as many as there are between the callers and Muster (`1`; only when nothing else can reach the port), or none (`false`). `true`, as it was once, stands for `1`.',
    schema: proxies,
  }),
  metricsToken: setting({
    variable: 'MUSTER_METRICS_TOKEN',
    fallback: null,
    fallbackInWords: 'from this machine alone',
    expected: 'at least 16 letters, digits or signs without a space',
    description:
      'The bearer token with which Prometheus may read `/metrics`, from wherever it is. Without one, only this machine may.',
    secret: true,
    schema: z
      .string()
      .regex(/^[!-~]{16,}$/)
      .optional(),
  }),
  privateAddresses: setting({
    variable: 'MUSTER_PRIVATE_ADDRESSES',
    fallback: null,
    fallbackInWords: '`true` where `HOST` is this machine alone, else `false`',
    expected: '`true`, `false`, or addresses such as 192.168.1.0/24,127.0.0.1',
    description:
      'Whether game servers, and other Musters whose ban lists are followed, may be on this machine and in private networks, or in which. Whoever may add a server can otherwise find out what listens there. Link-local addresses are never connected to. While nothing is set, servers that were let in before stay connected.',
    schema: networks.optional(),
  }),
  steamKey: setting({
    variable: 'MUSTER_STEAM_KEY',
    fallback: null,
    fallbackInWords: 'Steam is not asked',
    expected: 'the 32 letters and digits that Steam shows at steamcommunity.com/dev/apikey',
    description:
      'A key of Steam’s Web API. With it, Muster asks Steam of whoever is on a server and tells their SteamID: name, age and bans of the account. With each request, up to 100 SteamIDs leave this machine for Steam.',
    secret: true,
    schema: z
      .string()
      .regex(/^[0-9A-Za-z]{32}$/)
      .optional(),
  }),
  steamApi: setting({
    variable: 'MUSTER_STEAM_API',
    fallback: 'https://api.steampowered.com',
    expected: 'an address such as https://api.steampowered.com, without a path',
    description:
      'Where Steam’s Web API answers; another one is for networks that have a proxy for it.',
    schema: origin,
  }),
  logRoot: setting({
    variable: 'MUSTER_LOG_ROOT',
    fallback: null,
    fallbackInWords: 'no folder of this machine is read',
    expected: 'the absolute path of a folder',
    description:
      "The folder below which game servers' own log folders are. Each is given to an account: `muster admin log-folder`.",
    schema: absolutePath.optional(),
  }),
  countryData: setting({
    variable: 'MUSTER_COUNTRY_DATA',
    fallback: null,
    fallbackInWords: 'the data that Muster comes with',
    expected: 'the absolute path of a file',
    description:
      'The file that geoblocking tells countries apart by, a database of MaxMind’s form (`.mmdb`) such as GeoLite2 Country or DB-IP’s. It is read when a server needs it first; restart Muster after you replaced it.',
    schema: absolutePath.optional(),
  }),
  vpnData: setting({
    variable: 'MUSTER_VPN_DATA',
    fallback: null,
    fallbackInWords: 'VPN protection finds nobody',
    expected: 'the absolute path of a file',
    description:
      'The list of data centres and VPNs that VPN protection knows: a text with one network (`192.0.2.0/24`), address, range or network number (`AS64496`) a line; what follows `#` is left out. It may have 16 MB and 300,000 lines: of a longer one nothing is read. A file that is replaced is read again within a minute.',
    schema: absolutePath.optional(),
  }),
  asnData: setting({
    variable: 'MUSTER_ASN_DATA',
    fallback: null,
    fallbackInWords: 'network numbers in that list find nobody',
    expected: 'the absolute path of a file',
    description:
      'The file that tells the network number of an address, a database of MaxMind’s form (`.mmdb`) such as GeoLite2 ASN or DB-IP’s. It is needed only for `AS…` lines of `MUSTER_VPN_DATA`, and read again within a minute after it was replaced.',
    schema: absolutePath.optional(),
  }),
  logLevel: setting({
    variable: 'LOG_LEVEL',
    fallback: 'info',
    expected: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    description: 'How much is written to the log.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
  }),
};

type SettingTable = typeof settingTable;

/** The settings of a host, read once. `dataDir` is an absolute path; origins have no trailing slash. */
export type Settings = {
  readonly [Key in keyof SettingTable]: z.output<SettingTable[Key]['schema']>;
} & {
  /** This host is a demo; no variable says so. */
  readonly demo: DemoSettings | null;
};

/** What a demo's pages say. */
export interface DemoSettings {
  /** The address of the Muster that it was started from; null: it was started by itself. */
  readonly back: string | null;
}

/** An environment variable has a value that does not do. The message is one sentence for the operator. */
export class SettingError extends Error {
  readonly kind = 'setting';
  readonly variable: string;

  constructor(variable: string, message: string) {
    super(message);
    this.name = 'SettingError';
    this.variable = variable;
  }
}

/**
 * Reads all settings from an environment; an empty variable counts as absent. `projectDir` is where a
 * relative `MUSTER_DATA` starts. Throws `SettingError`.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  projectDir: string,
): Settings {
  const values = Object.entries(settingTable).map(([key, entry]) => {
    const given = environment[entry.variable]?.trim();
    const text = given === undefined || given === '' ? undefined : given;
    const result = entry.schema.safeParse(text ?? entry.fallback ?? undefined);
    if (!result.success) throw new SettingError(entry.variable, complaint(entry, text ?? ''));
    return [key, result.data];
  });
  const read = Object.fromEntries(values) as Omit<Settings, 'demo'>;
  return { ...read, dataDir: resolve(projectDir, read.dataDir), demo: null };
}

/** What an operator should change though it is read, each in a sentence. */
export function settingWarnings(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const { variable } = settingTable.trustProxy;
  if (environment[variable]?.trim() !== ALL_PROXIES) return [];
  return [
    `${variable}=${ALL_PROXIES} is read as 1, the one proxy before Muster: set it to the number of proxies, or to their addresses.`,
  ];
}

function setting<Schema extends z.ZodType>(entry: Setting<Schema>): Setting<Schema> {
  return entry;
}

function complaint(entry: Setting, given: string): string {
  const value = entry.secret === true ? '' : ` (now '${given}')`;
  const expected = entry.expected.replaceAll('`', '');
  return `The setting ${entry.variable}${value} must be ${expected}: change it, or leave it out.`;
}
