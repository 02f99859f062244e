/** Every enumeration of both specifications, once, with the specifications' names and values. */

/** A closed set of names with the numbers that the wire and the database carry. */
type Numbered = Readonly<Record<string, number>>;

/** Where a person's identity comes from. */
export const PLATFORM = { NATIVE: 0, STEAM: 1 } as const satisfies Numbered;
export type PlatformName = keyof typeof PLATFORM;

export const ACCOUNT_STATUS = {
  NOT_VERIFIED: 0,
  VERIFIED: 1,
  TERMINATED: 2,
  IN_SETUP: 3,
  DISABLED: 4,
  BANNED: 5,
} as const satisfies Numbered;
export type AccountStatusName = keyof typeof ACCOUNT_STATUS;

/** The games that a server can run. */
export const GAME = {
  GENERIC: 0,
  DAYZ: 1,
  ARMA2: 2,
  ARMA3: 3,
  RUST: 4,
  DAYZ_EXP: 5,
} as const satisfies Numbered;
export type GameName = keyof typeof GAME;
export type Game = (typeof GAME)[GameName];

const gameNames = new Map(Object.entries(GAME).map(([name, value]) => [value, name as GameName]));

/** The enumeration's name for a game's number. */
export function gameName(value: Game): GameName {
  return gameNames.get(value) ?? 'GENERIC';
}

export const SERVER_ACTION = {
  HELP: 0,
  RAW: 1,
  MESSAGE_PRIVATE: 10,
  MESSAGE_PUBLIC: 11,
  SERVER_LOCK: 20,
  SERVER_UNLOCK: 21,
  SERVER_RESTART: 22,
  SERVER_KICK: 23,
  SERVER_WIPE: 24,
  WHITELIST_PAUSE: 31,
  WHITELIST_RESUME: 32,
  GAME_KILL: 90,
} as const satisfies Numbered;
export type ServerActionName = keyof typeof SERVER_ACTION;

export const LOGIN_STATE = [
  'NOT_LOGGED_IN',
  'LOGGED_IN',
  'VERIFY_2FA',
  'VERIFY_LEGAL',
  'PASSWORD_PROMPT',
  'IN_SETUP',
] as const;
export type LoginStateName = (typeof LOGIN_STATE)[number];

export const RCON_STATE = ['STARTING', 'CONNECTING', 'CONNECTED', 'DISCONNECTED', 'ERROR'] as const;
export type RconStateName = (typeof RCON_STATE)[number];

/** What the list shows as a server's state, in the order in which the list sorts it. */
export const SERVER_STATUS = [
  'online',
  'starting',
  'connecting',
  'deploying',
  'offline',
  'error',
  'restricted',
  'deleting',
  'unknown',
] as const;
export type ServerStatusName = (typeof SERVER_STATUS)[number];

/** Why a server is not reachable, as the list shows it. */
export const SERVER_FAULT = [
  'hostname-not-resolved',
  'address-not-allowed',
  'socket-unreachable',
  'authentication-failed',
  'forbidden',
] as const;
export type ServerFault = (typeof SERVER_FAULT)[number];

/**
 * Whence an uptime is known: the game tells it; Muster saw the server start; or that long ago Muster connected, and the
 * server has run for longer.
 */
export const UPTIME_SOURCE = ['game', 'start', 'connection'] as const;

/** Where a population figure comes from. */
export const POPULATION_SOURCE = ['live', 'polled', 'unknown'] as const;

export const PAYMENT_SOURCE = [
  'NONE',
  'PAYPAL',
  'STRIPE',
  'PAYPAL_MANUAL',
  'PAYPAL_REF',
  'STRIPE_REF',
  'INVOICEING',
  'WALLET',
] as const;

/** The last one is the product's own provider. */
export const PAYMENT_PROVIDER = ['INVALID', 'PAYPAL', 'STRIPE', 'MUSTER'] as const;

export const PAYMENT_METHOD = [
  'INVALID',
  'PAYPAL',
  'CARD',
  'SEPA',
  'BANK_DEBIT',
  'SOFORT',
  'PAYPAL_STRIPE',
  'INVOICING',
  'WALLET',
] as const;

export const BILLING_INTERVAL = ['ONCE', 'MONTHLY', 'YEARLY', 'DAILY', 'QUARTERLY'] as const;

export const PLAN_TIER = ['DEFAULT', 'FREE', 'BASIC', 'PRO', 'EXTENDED'] as const;
export type PlanTierName = (typeof PLAN_TIER)[number];

/** The plans by the names people know. First specification, section 6. */
export const PLAN = ['free', 'basic', 'pro', 'community', 'advanced'] as const;
export type PlanName = (typeof PLAN)[number];

export const SUBSCRIPTION_STATUS = [
  'INACTIVE',
  'ACTIVE',
  'ARCHIVED',
  'EXPIRED',
  'CANCELLED',
  'PAYMENT_PENDING',
  'CONFIRMATION_PENDING',
] as const;
export type SubscriptionStatusName = (typeof SUBSCRIPTION_STATUS)[number];

/** What restricts a server: the operator of this Muster, or a plan of its owner that no longer holds it. */
export const RESTRICTED_BY = ['operator', 'plan'] as const;
export type RestrictedBy = (typeof RESTRICTED_BY)[number];

export const INVOICE_STATUS = [
  'INVALID',
  'OPEN',
  'DUE',
  'OVERDUE',
  'PAID',
  'CANCELLED',
  'REFUNDED',
  'DUNNED',
  'NONCOLLECTIBLE',
  'INTRANSIT',
  'DUNNING_FAILED',
] as const;

export const BUCKET_TYPE = [
  'GENERIC',
  'NOTES',
  'WHITELIST',
  'NAME_FILTER',
  'CHAT_FILTER',
  'RESERVED_SLOT',
  'QUEUE_PRIORITY',
] as const;

export const BAN_IDENTIFIER_TYPE = ['MUSTER_ID', 'IPV4', 'IPV4_RANGE', 'IPV6', 'IP'] as const;

export const TRIGGER_EVENT = [
  'NONE',
  'CHAT',
  'JOIN',
  'LEAVE',
  'LOADED',
  'TICK',
  'UPDATE',
  'KICK',
  'BAN',
  'KILL',
] as const;

export const TRIGGER_ATTRIBUTE = [
  'NONE',
  'MESSAGE',
  'MUSTER_ID',
  'PLAYER_NAME',
  'SESSION_TIME',
  'IS_ADMIN',
  'HOUR',
  'MINUTE',
  'POSITION',
  'SERVER_LOCK_STATE',
  'SERVER_QUEUE',
  'SERVER_PLAYERS',
  'SERVER_GAMETIME',
] as const;

/** `LESS_THEN` and `GREATER_THEN` are the wire's spelling. */
export const TRIGGER_CONDITION = [
  'NONE',
  'MATCH',
  'LESS_THEN',
  'GREATER_THEN',
  'GEO_POSITION',
  'TRUE',
  'FALSE',
] as const;

export const TICKET_PRIORITY = ['NONE', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

export const TICKET_STATUS = [
  'WAITING_FOR_TRIAGE',
  'WAITING_FOR_SUPPORT',
  'WAITING_FOR_USER',
  'CLOSED',
] as const;

export const WEBHOOK_FLAVOR = ['MUSTER', 'DISCORD'] as const;
export const WEBHOOK_SECURITY = ['UNDECIDED', 'NO_CONCERNS', 'SSL_ERROR', 'NOT_SECURE'] as const;
export const WEBHOOK_STATUS = [
  'CREATED',
  'VERIFYING',
  'VERIFY_ERROR',
  'VERIFIED',
  'PAUSED',
  'ERROR',
] as const;

/** What a watch profile can be told of. */
export const WATCHED_EVENT = [
  'user.join',
  'user.leave',
  'user.kicked',
  'user.vac',
  'user.battleye',
] as const;

export const ACCOUNT_TITLE = ['staff', 'founder', 'early-adopter'] as const;
export type AccountTitleName = (typeof ACCOUNT_TITLE)[number];

export const INVITE_STATE = ['EXPIRED', 'PENDING', 'ACCEPTED', 'DECLINED'] as const;

export const BAN_STATUS = ['ACTIVE', 'INACTIVE', 'REWORK_REQUIRED', 'REVOKED'] as const;
export const BAN_ORIGIN = ['AUTOMATED', 'IMPORTED', 'API', 'SYNCHRONIZED'] as const;
export const BANLIST_CATEGORY = [
  'general',
  'sharing',
  'pve',
  'pvp',
  'vanilla',
  'roleplay',
  'survival',
  'no-rules',
] as const;
export type BanListCategory = (typeof BANLIST_CATEGORY)[number];

/** The six steps of a server's deployment, in their order. First specification, section 4. */
export const DEPLOYMENT_STEP = [
  'registered',
  'data-store-populated',
  'region-selected',
  'cloud-node-selected',
  'node-slot-reserved',
  'instance-deployed',
] as const;
export type DeploymentStepName = (typeof DEPLOYMENT_STEP)[number];

/** Deletion of servers, teams, organizations and ban lists. Second specification, section 4. */
export const DELETION_STATE = ['requested', 'in-progress', 'done'] as const;
export type DeletionStateName = (typeof DELETION_STATE)[number];

/** The logs of games that are read. */
export const LOG_KIND = ['dayz-adm', 'dayz-rpt', 'arma-console'] as const;
export type LogKind = (typeof LOG_KIND)[number];

/**
 * Why a log folder is not read: the operator allowed none (`no-root`), or not this one to the account
 * (`outside`); it is not there or cannot be read; or its logs say another time than the server's time zone has.
 */
export const LOG_FOLDER_PROBLEM = [
  'no-root',
  'outside',
  'missing',
  'unreadable',
  'time-zone',
] as const;
export type LogFolderProblem = (typeof LOG_FOLDER_PROBLEM)[number];

/** What only those see of a player who may see personal data, and a player is found by. */
export const PLAYER_IDENTIFIER = ['steam_id', 'guid', 'bohemia_id', 'ip'] as const;
export type PlayerIdentifier = (typeof PLAYER_IDENTIFIER)[number];

/** Why a player was removed or warned. Second specification, section 8. */
export const REMOVAL_REASON = [
  'generic',
  'ban',
  'temporary-ban',
  'geoblocking',
  'locked',
  'name-filter',
  'reserved-slot',
  'steam-age',
  'steam-private',
  'vac',
  'whitelist',
  'vpn',
  'ping',
  'restart',
  'chat-filter',
] as const;
export type RemovalReason = (typeof REMOVAL_REASON)[number];
