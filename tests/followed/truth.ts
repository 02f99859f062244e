/** What truly happened on a simulated server: who was there from when to when, and what was said. */
import type { Position } from '../../src/host/connectors/contract.ts';
import { positionOf } from '../../src/sim/rust/island.ts';
import type { SimServer } from '../../src/sim/server.ts';
import type { SimPlayer } from '../../src/sim/world/player.ts';
import type { WorldEvent } from '../../src/sim/world/world-event.ts';

/** One person's time on the server, from the connection to the end of it. */
export interface Stay {
  readonly id: number;
  readonly name: string;
  readonly steamId: string | null;
  readonly ip: string;
  readonly port: number;
  /** What the server printed as the ping of late, and until when; -1 where it knew none. Milliseconds. */
  pings: { readonly ping: number; until: number }[];
  readonly joinedAt: number;
  guid: string | null;
  verified: boolean;
  /** When something about it changed that is told by a message. */
  changedAt: number;
  lobby: boolean;
  /** When it was last seen to enter or leave the lobby: no message tells of that. */
  lobbyAt: number;
  leftAt: number | null;
  /** How often the connector told of it. */
  joins: number;
  leaves: number;
}

/** A line of the server, with what it is about where that is a message or a kick. */
export interface Line {
  readonly at: number;
  readonly text: string;
  readonly event: Told | null;
}

/** A chat line, a kick or a death, as it was at that moment. */
export type Told =
  | {
      readonly kind: 'chat';
      readonly player: SimPlayer;
      readonly channel: string;
      readonly text: string;
      /** Everybody's names then. */
      readonly names: readonly string[];
    }
  | { readonly kind: 'kicked'; readonly player: SimPlayer; readonly why: string }
  | {
      readonly kind: 'died';
      readonly player: SimPlayer;
      readonly killer: SimPlayer | null;
      readonly cause: string;
      /** Where, as the game tells it; null where it does not. */
      readonly position: Position | null;
    };

/** Something that was said, and has to be told. */
export interface Due {
  readonly at: number;
  readonly told: Told;
}

/** Left stays are kept for so long, since a connector may still tell of them. Milliseconds. */
const KEPT = 1_200_000;
const PINGS_KEPT = 60_000;
const SAMPLED_EVERY = 1_000;

export class Truth {
  readonly stays = new Map<number, Stay>();
  /** Stays that ended long ago are handed over here, once. */
  onForgotten: (stay: Stay) => void = () => undefined;
  #server: SimServer | null = null;
  readonly #now: () => number;
  readonly #events = new Map<number, Told>();
  #saidBefore = 0;
  readonly #told: Due[] = [];
  #state = '';
  #sampledAt = 0;
  /** When the process ended last. */
  endedAt: number | null = null;
  /** The last word of a kick's reason to whom it met first. */
  readonly kicked = new Map<string, SimPlayer>();
  events = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  watch(server: SimServer): void {
    this.#server = server;
  }

  hear(event: WorldEvent): void {
    this.events += 1;
    const at = this.#now();
    const player = { ...event.player };
    const stay = this.stays.get(player.id);
    switch (event.kind) {
      case 'connected':
        this.stays.set(player.id, stayOf(player, at));
        // The ping of the first moments may be another's soon.
        this.#sampledAt = 0;
        return;
      case 'identified':
      case 'verified':
        if (stay === undefined) return;
        stay.guid = event.guid;
        stay.verified = event.kind === 'verified';
        stay.changedAt = at;
        return;
      case 'spawned':
      case 'hit':
        return;
      case 'left':
        if (stay !== undefined) stay.leftAt = at;
        return;
      case 'kicked': {
        const mark = /mark\d+\./.exec(event.why)?.[0];
        if (mark !== undefined && !this.kicked.has(mark)) this.kicked.set(mark, player);
        this.#tells({ kind: 'kicked', player, why: event.why });
        return;
      }
      case 'died':
        // No line of BattlEye's tells of it.
        this.#told.push({
          at,
          told: {
            kind: 'died',
            player,
            killer: event.killer ?? null,
            cause: event.cause,
            position: this.#placeOf(event),
          },
        });
        return;
      case 'chat': {
        const names = [...this.stays.values()].filter(isHere).map(({ name }) => name);
        this.#tells({ kind: 'chat', player, channel: event.channel, text: event.text, names });
      }
    }
  }

  /** What was said since the last call: the lines, and apart from them chat, kicks and deaths. */
  take(): { readonly lines: readonly Line[]; readonly told: readonly Due[] } {
    const said = this.#server?.log.said.splice(0) ?? [];
    const lines = said.map(({ at, text }, index) => {
      const event = this.#events.get(this.#saidBefore + index) ?? null;
      this.#events.delete(this.#saidBefore + index);
      return { at, text, event };
    });
    this.#saidBefore += said.length;
    return { lines, told: this.#told.splice(0) };
  }

  /** To be called after each moment: the end of the process is told by nothing else. */
  look(): void {
    const state = this.#server?.state ?? '';
    if (state === 'down' && this.#state !== 'down') {
      const at = this.#now();
      this.endedAt = at;
      for (const stay of this.stays.values()) stay.leftAt ??= at;
    }
    this.#state = state;
    if (this.#now() - this.#sampledAt >= SAMPLED_EVERY) this.sample();
  }

  /** Takes down what no message tells: pings, and who is in the lobby. */
  sample(): void {
    const now = this.#now();
    this.#sampledAt = now;
    for (const { id, ping, lobby } of this.#server?.roster() ?? []) {
      const stay = this.stays.get(id);
      if (stay === undefined) continue;
      if (stay.lobby !== lobby) Object.assign(stay, { lobby, lobbyAt: now });
      const last = stay.pings.at(-1);
      if (last?.ping === ping) last.until = now;
      else {
        stay.pings = stay.pings.filter(({ until }) => until > now - PINGS_KEPT);
        stay.pings.push({ ping, until: now });
      }
    }
  }

  /** Lets go of stays that nobody can tell of any more. */
  forget(): void {
    const before = this.#now() - KEPT;
    for (const stay of this.stays.values()) {
      if (stay.leftAt === null || stay.leftAt > before) continue;
      this.stays.delete(stay.id);
      this.onForgotten(stay);
    }
  }

  /** Rust says where somebody died whom a thing or an animal killed. */
  #placeOf({ player, killer, cause }: Extract<WorldEvent, { killer: unknown }>): Position | null {
    if (this.#server === null || killer !== undefined || !cause.endsWith('(entity)')) return null;
    const place = positionOf(player.id, this.#server.world.now());
    const [x, height, y] = place.map((metres) => Number(metres.toFixed(1)));
    return { x: x ?? NaN, y: y ?? NaN, height: height ?? NaN };
  }

  #tells(event: Told): void {
    this.#told.push({ at: this.#now(), told: event });
    this.#events.set(this.#saidBefore + (this.#server?.log.said.length ?? 0), event);
  }
}

export function isHere(stay: Stay): boolean {
  return stay.leftAt === null;
}

function stayOf({ id, name, steamId, address, port }: SimPlayer, at: number): Stay {
  return {
    id,
    name,
    steamId: steamId ?? null,
    ip: address,
    port,
    pings: [],
    joinedAt: at,
    guid: null,
    verified: false,
    lobby: true,
    changedAt: at,
    lobbyAt: at,
    leftAt: null,
    joins: 0,
    leaves: 0,
  };
}
