/**
 * What every connector offers the host, whatever its game speaks. A connector owns one game server's
 * connection: it logs in, stays, resynchronises, and tells what it saw as facts, in the order seen.
 * It knows neither database nor portal. Its clock, sockets and randomness are injected.
 */
import type { GameBan, GameList } from '../../domain/bans/game-list.ts';
import type { GameName, RconStateName } from '../../protocol/enumerations.ts';

/** How to log in to a server's remote control. */
export interface RconAccess {
  /** 1 to 65535. */
  readonly port: number;
  readonly password: string;
}

/** Where the game server is and how to log in. Ports 1 to 65535. */
export interface ConnectorTarget {
  readonly game: GameName;
  readonly host: string;
  /** The port that players join; A2S's query port is derived from it where `queryPort` is null. */
  readonly gamePort: number;
  readonly queryPort: number | null;
  /** null: the server is watched through its query port alone (the game GENERIC). */
  readonly rcon: RconAccess | null;
}

/** A target that has a remote control. */
export interface RconTarget extends ConnectorTarget {
  readonly rcon: RconAccess;
}

/** Why a connection is not there. The names are the add-server errors of the second specification, section 8. */
export type ConnectionFault =
  | { readonly kind: 'hostname-not-resolved' }
  /** The operator lets nobody connect there. */
  | { readonly kind: 'address-not-allowed' }
  /** Nothing answers on the RCon port: off, wrong port, firewall, or the server is down. */
  | { readonly kind: 'socket-unreachable' }
  /** The password was refused. Retries stop until the settings change. */
  | { readonly kind: 'authentication-failed' }
  /** The server answered and will not let us in (restricted RCon, too many connections). */
  | { readonly kind: 'forbidden'; readonly detail: string };

/**
 * A player on the server now. `key` is the connector's own, stable from join to leave and never reused
 * within one connector's life; slot numbers are reused by the game and never identify anybody.
 */
export interface SeenPlayer {
  readonly key: string;
  readonly name: string;
  /** BattlEye GUID, 32 hexadecimal characters; null while not known. */
  readonly guid: string | null;
  /** SteamID64 as a string; null where the protocol does not tell it. */
  readonly steamId: string | null;
  /** Bohemia's account id as the game's logs print it; null where only RCon is heard. */
  readonly bohemiaId: string | null;
  readonly verified: boolean;
  readonly lobby: boolean;
  /** Milliseconds; null while not known (BattlEye prints -1). */
  readonly ping: number | null;
  readonly ip: string | null;
  readonly port: number | null;
}

/** Metres on the map: east, north, height; height is null where the game does not tell it. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly height: number | null;
}

/** Who or what hurt somebody. */
export interface SeenHarm {
  /** The player who did it; null for an animal, a fall or somebody who is not known. */
  readonly player: SeenPlayer | null;
  /** The player's name, or what the game calls the cause ('Infected', 'fall', 'Drowned'). */
  readonly name: string;
  readonly isPlayer: boolean;
  readonly weapon: string | null;
  /** Metres. */
  readonly distance: number | null;
}

/** A server's population as one source told it. null is unknown, never 0. */
export interface SeenPopulation {
  readonly players: number | null;
  readonly slots: number | null;
  readonly queue: number | null;
}

/** One thing the game server did or said. `at` is epoch milliseconds of the injected clock. */
export type GameFact = { readonly at: number } & (
  | {
      readonly kind: 'state';
      readonly state: RconStateName;
      /** Connected, but the game answers no command yet (mission still loading after a restart). */
      readonly ready: boolean;
      readonly fault: ConnectionFault | null;
    }
  | {
      readonly kind: 'join';
      readonly player: SeenPlayer;
      /** live: the server told; resync: found by a player list, so it joined at an unknown moment before. */
      readonly seen: 'live' | 'resync';
    }
  | { readonly kind: 'player-changed'; readonly player: SeenPlayer }
  | { readonly kind: 'leave'; readonly player: SeenPlayer; readonly seen: 'live' | 'resync' }
  | {
      readonly kind: 'kick';
      /** null where the kicked player is not known to be on the server. */
      readonly player: SeenPlayer | null;
      readonly name: string;
      readonly guid: string | null;
      readonly reason: string;
      /** Which system kicked: the admin's kick or ban, an anti-cheat, or the game (ping, desync, time-out). */
      readonly by: 'admin-kick' | 'admin-ban' | 'battleye' | 'eac' | 'game';
    }
  | {
      /** Somebody died. */
      readonly kind: 'death';
      readonly player: SeenPlayer | null;
      readonly name: string;
      readonly by: SeenHarm | null;
      readonly position: Position | null;
    }
  | {
      /** Somebody was hurt and lives. */
      readonly kind: 'hit';
      readonly player: SeenPlayer | null;
      readonly name: string;
      readonly by: SeenHarm;
      /** Where the body was hit, as the game names it. */
      readonly zone: string | null;
      readonly damage: number | null;
      readonly position: Position | null;
    }
  | { readonly kind: 'position'; readonly player: SeenPlayer; readonly position: Position }
  | {
      readonly kind: 'chat';
      readonly channel: string;
      readonly player: SeenPlayer | null;
      readonly name: string;
      readonly text: string;
    }
  | {
      /**
       * What the server said from one moment to another, epoch ms, may not have been heard and is told by
       * nothing else: chat, kicks and deaths may be missing. Who came and went is found by the player list.
       */
      readonly kind: 'gap';
      readonly from: number;
      readonly to: number;
    }
  | {
      /** An RCon admin (any tool's) logged in or spoke. */
      readonly kind: 'admin';
      /** BattlEye's number of the admin; null where the game has none. */
      readonly admin: number | null;
      readonly did: 'login' | 'message-public' | 'message-private';
      readonly to: string | null;
      readonly text: string;
      readonly ip: string | null;
    }
  | {
      /**
       * Pings of everybody, from a player list: key to milliseconds. Told for every list that was read,
       * after the joins and leaves that it brought to light.
       */
      readonly kind: 'pings';
      readonly pings: ReadonlyMap<string, number>;
    }
  | {
      /**
       * The population when the source or a figure changed. Joins and leaves seen live change the number
       * of players without such a fact: they tell it themselves.
       */
      readonly kind: 'population';
      readonly source: 'rcon' | 'a2s';
      readonly population: SeenPopulation;
    }
  | {
      /** What A2S tells beside the population. null is unknown. */
      readonly kind: 'environment';
      readonly name: string | null;
      readonly map: string | null;
      readonly version: string | null;
      /** In-game time 'HH:MM'. */
      readonly time: string | null;
      readonly passwordProtected: boolean | null;
      readonly locked: boolean | null;
      /** Estimated start of the server process or mission, epoch ms. */
      readonly startedAt: number | null;
      /** When the map was last wiped, epoch ms; games that are not wiped never tell. */
      readonly wipedAt: number | null;
      readonly latency: number | null;
    }
  | {
      /**
       * Every line of the console, as it came or went; secrets never appear in it. The connector's own
       * keep-alives and player lists are not shown.
       */
      readonly kind: 'console';
      readonly direction: 'in' | 'out' | 'answer';
      readonly text: string;
    }
);

/** What a person or the automation asks of the server. Players are named by their connector key. */
export type GameCommand =
  | { readonly action: 'RAW'; readonly command: string }
  | { readonly action: 'MESSAGE_PUBLIC'; readonly text: string }
  | { readonly action: 'MESSAGE_PRIVATE'; readonly playerKey: string; readonly text: string }
  | { readonly action: 'SERVER_LOCK' | 'SERVER_UNLOCK' | 'SERVER_RESTART' }
  | { readonly action: 'SERVER_KICK'; readonly playerKey: string; readonly reason: string };

export type CommandResult =
  | { readonly ok: true; readonly answer: string }
  | {
      readonly ok: false;
      readonly kind:
        | 'not-connected'
        /** The deadline passed; whether the server did it is not known. */
        | 'no-answer'
        /** The player was re-read just before the command and is no longer there. */
        | 'player-gone'
        /** This game has no such action. */
        | 'unsupported'
        /** Two people with one name or slot: acting would be a guess. */
        | 'ambiguous';
      readonly detail: string;
    };

/** Is told a command as it goes to the game; secrets never appear in it. */
export type OnSent = (text: string) => void;

/**
 * The ban list that a game keeps itself. Reading it is not shown in the console, changing it is. Nothing is tried again here:
 * whoever changes it reads it again afterwards.
 */
export interface OwnBanList {
  /** What of people its entries have. */
  readonly by: 'battleye' | 'steam';
  /** As much of it as can be read; null where the game does not answer. */
  read(): Promise<GameList | null>;
  /** False: the game does not answer any more. */
  add(bans: readonly GameBan[]): Promise<boolean>;
  /** Entries as `read` gave them. False also where the list is not as it was: nothing more of it is removed then. */
  remove(bans: readonly GameBan[]): Promise<boolean>;
  /** What the list is now outlives the game's process. */
  keep(): Promise<boolean>;
}

export interface GameConnector {
  readonly target: ConnectorTarget;
  /** Absent where the game keeps none. */
  readonly bans?: OwnBanList | undefined;
  /** Starts connecting and keeps connected until `stop`. Facts begin to flow. */
  start(): void;
  /** Closes the sockets; resolves when nothing more will be told. */
  stop(): Promise<void>;
  /** What the game cannot be asked for is answered `unsupported`. `onSent` is told each command as it goes. */
  run(command: GameCommand, onSent?: OnSent): Promise<CommandResult>;
  /** Who the connector believes is on the server now. */
  roster(): readonly SeenPlayer[];
  /** The key of whoever has this number in the game's list of players now; null where nobody has. Absent where the game gives none. */
  keyOfNumber?(number: number): string | null;
}

/** A connector of a game's remote control. */
export interface RconConnector extends GameConnector {
  /** The machine answers elsewhere: pauses between log-ins stay as they are soon after a loss. */
  alive(): void;
  /** The machine has begun to answer elsewhere: a pause before the next log-in is cut short. */
  hurry(): void;
}

/** The outcome of the RCon test of the add-server wizard: one log-in, then everything closed again. */
export type ConnectionTest =
  | {
      readonly ok: true;
      readonly latency: number;
      readonly population: SeenPopulation;
      readonly name: string | null;
      readonly map: string | null;
      /** What the host name resolved to. */
      readonly address: string;
    }
  /** `unknown-server`: RCon answered, but not as the chosen game. */
  | { readonly ok: false; readonly fault: ConnectionFault | { readonly kind: 'unknown-server' } };
