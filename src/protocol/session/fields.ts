import { z } from 'zod';
import {
  ACCOUNT_TITLE,
  LOGIN_STATE,
  PLAN,
  PLAN_TIER,
  SUBSCRIPTION_STATUS,
} from '../enumerations.ts';
import { hexId, moment, personName, words } from '../fields.ts';
import { containing } from '../marks.ts';
import { SUPPORTED_KIND } from '../support/limits.ts';
import {
  BAN_LIST_PERMISSION,
  BUCKET_PERMISSION,
  HOST_PERMISSION,
  ORGANIZATION_PERMISSION,
  SERVER_PERMISSION,
  TEAM_PERMISSION,
} from '../permissions.ts';

/** The answer of `@me/status`. First specification, section 3. */
export const statusAnswer = z.object({
  session: z.object({ expires_at: moment.nullable() }),
  state: z.object({ login: z.enum(LOGIN_STATE) }),
  user: z.object({
    authenticated: z.boolean(),
    logged: z.boolean(),
    muster_id: hexId.nullable(),
  }),
});

/** The answer of `@me/bootstrap`. */
export const bootstrapAnswer = z.object({
  persona: z.object({ muster_id: hexId }),
  progression: z.object({
    titles: z.array(z.enum(ACCOUNT_TITLE)),
    registered_at: moment,
    email_verified: z.boolean(),
  }),
  subscriber: z.object({
    plan: z.enum(PLAN),
    status: z.enum(SUBSCRIPTION_STATUS),
    /** The end of its period; null: without end. */
    until: moment.nullable(),
    /** For unpaid invoices, or by the operator: nothing new is made that counts towards a plan. */
    restricted: z.boolean(),
    /** The plan that follows at `until`; absent: none was chosen. */
    next_plan: z.enum(PLAN).optional(),
  }),
});

/** A team or an organization by its name. */
const named = z.object({ id: hexId, identifier: words });
/** One of both. */
const group = { team: named.nullable(), organization: named.nullable() };

/** What the portal knows of its account: 'session data read' of the first specification, section 3. */
export const sessionData = z.object({
  /** The position of the account's stream at which all of this is true. */
  position: z.int().min(0),
  muster_id: hexId,
  ui: z.object({ menu_layout: words }),
  persona: z.object({
    username: personName,
    profile: z.object({ display_name: personName, avatar: words.nullable() }),
  }),
  email: z.object({ address: containing('email', z.string()), verified: z.boolean() }),
  /** Whether mail goes out from here. Absent in what was recorded before it was told. */
  mail: z.boolean().optional(),
  preferences: z.object({
    language: words,
    app: z.object({ datetime_locale: words }),
    audio_alert_watcher: z.boolean(),
  }),
  subscription: bootstrapAnswer.shape.subscriber,
  /** As bootstrap answers it: the portal asks for both, and keeps them as one. Absent where only this was asked. */
  progression: bootstrapAnswer.shape.progression.optional(),
  /** What the subscription amounts to here. Absent in what was recorded before plans could bind. */
  subscriptions: z
    .object({
      omega: z.object({
        tier: z.enum(PLAN_TIER),
        /** Plans bind on this Muster; where they do not, no screen speaks of them. */
        plans: z.boolean(),
        /** The plan stopped the account, which has not put that aside since. */
        upgrade: z.boolean(),
      }),
    })
    .optional(),
  /**
   * How many servers, ban lists and teams the plan allows, null is no limit; how many jobs and messages each of the
   * account's own servers may have; and how many bytes of files they may keep together. Absent in what was recorded before there were any.
   */
  limits: z.object({
    servers: z.int().nullable(),
    ban_lists: z.int().min(0).nullable().optional(),
    teams: z.int().min(0).nullable().optional(),
    jobs: z.int().min(0).optional(),
    messages: z.int().min(0).optional(),
    storage: z.int().min(0).optional(),
  }),
  /** How many servers of its own the account has: what the plan's limit is compared with. */
  usage: z.object({ servers: z.int().min(0) }),
  /** What the account may do with the host. */
  capabilities: z.array(z.enum(HOST_PERMISSION)),
  /** `role`: null where the one that the account had is deleted. */
  memberships: z.array(
    z.object({ ...group, role: z.object({ id: hexId, name: words }).nullable() }),
  ),
  /** By the id of the team or organization that they belong to; others that the account may see by the account's. */
  resources: z.record(
    words,
    z.array(
      z.object({
        type: z.literal('server'),
        id: hexId,
        /** null: it belongs to no team. */
        team_id: hexId.nullable().optional(),
        restricted: z.boolean().optional(),
      }),
    ),
  ),
  /** Invitations into teams and organizations that are open. */
  invites: z.array(z.object({ id: hexId, ...group, role: words, expires_at: moment })),
  /**
   * What the account may do with each team and organization that it may see. Absent in what was recorded before there
   * were any.
   */
  groups: z
    .record(hexId, z.array(z.enum([...TEAM_PERMISSION, ...ORGANIZATION_PERMISSION])))
    .optional(),
  /** What the account may do with each ban list that it may see. Absent in what was recorded before there were any. */
  ban_lists: z.record(hexId, z.array(z.enum(BAN_LIST_PERMISSION))).optional(),
  /** What the account may do with each bucket that it may see. Absent in what was recorded before there were any. */
  buckets: z.record(hexId, z.array(z.enum(BUCKET_PERMISSION))).optional(),
  /** What the account may do with each server that it may see. */
  servers: z.record(hexId, z.array(z.enum(SERVER_PERMISSION))),
  /**
   * The authorizations by which staff act for an owner now, and on which servers nothing but them lets the account do
   * something. Absent where there are none.
   */
  support: z
    .array(
      z.object({
        id: hexId,
        /** What it was given for, and what that is called. */
        kind: z.enum(SUPPORTED_KIND),
        identifier: words,
        until: moment,
        servers: z.array(hexId),
      }),
    )
    .optional(),
  expires_at: moment,
});
export type SessionData = z.infer<typeof sessionData>;
