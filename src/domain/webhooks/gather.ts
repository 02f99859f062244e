import { WEBHOOK_LIMIT, type WebhookEvent } from '../../protocol/webhooks/limits.ts';

/** Something that happened to a ban of a list. */
export interface Happened {
  readonly event: WebhookEvent;
  readonly ban_id: string;
  /** Its position in the stream of the list's bans. */
  readonly seq: number;
  readonly at: number;
}

/** What is to be told of them: one, or how many. */
export type Gathered =
  | ({ readonly kind: 'one' } & Happened)
  | {
      readonly kind: 'many';
      readonly event: WebhookEvent;
      readonly count: number;
      readonly at: number;
    };

/**
 * What a webhook is told of what happened at once, in its order: each by itself, unless there are many of a kind (a file of
 * bans, or a clean-up) or too much waits already: those stand where the last of them was. So what waits is bounded, and nothing
 * is left out.
 */
export function gather(
  happened: readonly Happened[],
  { events, waiting }: { readonly events: readonly WebhookEvent[]; readonly waiting: number },
): readonly Gathered[] {
  const byEvent = new Map<WebhookEvent, Happened[]>();
  for (const one of happened) {
    if (!events.includes(one.event)) continue;
    const alike = byEvent.get(one.event);
    if (alike === undefined) byEvent.set(one.event, [one]);
    else alike.push(one);
  }
  let room = WEBHOOK_LIMIT.waiting - waiting;
  const gathered: { readonly seq: number; readonly one: Gathered }[] = [];
  for (const [event, alike] of byEvent) {
    const last = alike.at(-1);
    if (last === undefined) continue;
    if (alike.length <= Math.min(WEBHOOK_LIMIT.atOnce, room)) {
      room -= alike.length;
      for (const one of alike) gathered.push({ seq: one.seq, one: { kind: 'one', ...one } });
      continue;
    }
    const { seq, at } = last;
    gathered.push({ seq, one: { kind: 'many', event, count: alike.length, at } });
  }
  return gathered.toSorted((a, b) => a.seq - b.seq).map(({ one }) => one);
}
