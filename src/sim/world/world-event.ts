import type { SimPlayer } from './player.ts';

/** What happens on a server, before any protocol has put it into its words. */
export type WorldEvent =
  | { readonly kind: 'connected' | 'spawned'; readonly player: SimPlayer }
  | { readonly kind: 'identified' | 'verified'; readonly player: SimPlayer; readonly guid: string }
  /** `guid` is what is known of it at this moment; the `left` follows. */
  | {
      readonly kind: 'kicked';
      readonly player: SimPlayer;
      readonly guid: string | undefined;
      readonly why: string;
    }
  /** Without a killer, `cause` is what the game calls it; with one, the weapon. */
  | {
      readonly kind: 'died' | 'hit';
      readonly player: SimPlayer;
      readonly killer: SimPlayer | undefined;
      readonly cause: string;
    }
  | { readonly kind: 'left'; readonly player: SimPlayer; readonly why: string }
  | {
      readonly kind: 'chat';
      readonly player: SimPlayer;
      readonly channel: string;
      readonly text: string;
    };
