import type { Generated } from 'kysely';
import type {
  WEBHOOK_FLAVOR,
  WEBHOOK_SECURITY,
  WEBHOOK_STATUS,
} from '../../../protocol/enumerations.ts';
import type {
  DeliveryState,
  WebhookCause,
  WebhookEvent,
} from '../../../protocol/webhooks/limits.ts';

/** Where it is told what happens to the bans of a list, and how that stands. */
export interface WebhookRow {
  readonly id: string;
  readonly banlist_id: string;
  readonly flavor: (typeof WEBHOOK_FLAVOR)[number];
  /** Sealed with the host's key, which is not in the database: whoever has it can post there. */
  readonly sealed_url: Buffer;
  /** The same without its end, as it is shown. */
  readonly target: string;
  readonly events: readonly WebhookEvent[];
  readonly sealed_secret: Buffer | null;
  readonly username: string | null;
  readonly avatar_url: string | null;
  readonly creator_id: string;
  readonly created_at: number;
  readonly changed_at: number;
  readonly status: (typeof WEBHOOK_STATUS)[number];
  readonly security: (typeof WEBHOOK_SECURITY)[number];
  readonly cause: Generated<WebhookCause | null>;
  readonly code: Generated<number | null>;
  readonly failing_since: Generated<number | null>;
  readonly delivered_at: Generated<number | null>;
  /**
   * It is told what happens after this position in the stream of the list's bans: from when it was set up, or reset,
   * until it is paused, switched off or not verified. null: nothing is put down for it.
   */
  readonly told_after: Generated<number | null>;
  /** So many in vain since the last that was taken. */
  readonly tries: Generated<number>;
  readonly due_at: number;
  /** How often something was put there to be sent: each has a job of its own. */
  readonly asked: Generated<number>;
  /** Which host sends now, and until when it is its, by the database's clock. */
  readonly leased_by: Generated<string | null>;
  readonly lease_until: Generated<number>;
}

/** Something that a webhook is told, or was. */
export interface WebhookDeliveryRow {
  readonly id: string;
  /** In the order in which they were made. */
  readonly number: Generated<number>;
  readonly webhook_id: string;
  readonly event: WebhookEvent;
  /** The ban that it tells of, and its position in the stream of the list's bans; null: more than one. */
  readonly ban_id: string | null;
  readonly seq: number | null;
  readonly count: number;
  readonly at: number;
  readonly created_at: number;
  readonly state: Generated<DeliveryState>;
  /** It was sent, or is being: what happens from then on is told by another. */
  readonly sent: Generated<boolean>;
  readonly tries: Generated<number>;
  readonly cause: Generated<WebhookCause | null>;
  readonly code: Generated<number | null>;
  readonly tried_at: Generated<number | null>;
}

export interface WebhookTables {
  readonly webhooks: WebhookRow;
  readonly webhook_deliveries: WebhookDeliveryRow;
}
