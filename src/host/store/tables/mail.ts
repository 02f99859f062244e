/** A mail that waits, or that was sent. */
export interface OutboxRow {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  /** Sealed text, since links in it open accounts; null once it was sent. */
  readonly sealed_text: Buffer | null;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly attempts: number;
  readonly next_attempt_at: number;
  /** What the mail server said last; null while it refused nothing. */
  readonly last_error: string | null;
}

export interface MailTables {
  readonly outbox: OutboxRow;
}
