/** What is typed of a server, in the wizard and in its settings. */
import type { z } from 'zod';
import { GAME, type Game } from '../../../protocol/enumerations.ts';
import { hasRemoteControl } from '../../../protocol/games/games.ts';
import { serversAdd } from '../../../protocol/servers/calls.ts';
import { port, rconPassword } from '../../../protocol/servers/fields.ts';
import { ownTimeZone } from '../../parts/time-zones.ts';

export interface Draft {
  readonly game: Game;
  readonly identifier: string;
  /** What people call it; empty: by its identifier. */
  readonly name: string;
  readonly host: string;
  readonly game_port: string;
  readonly query_port: string;
  readonly rcon_port: string;
  readonly timezone: string;
  readonly rcon_password: string;
}

export function emptyDraft(): Draft {
  return {
    game: GAME.DAYZ,
    identifier: '',
    name: '',
    host: '',
    game_port: '2302',
    query_port: '',
    rcon_port: '2306',
    timezone: ownTimeZone(),
    rcon_password: '',
  };
}

type ServerRules = Omit<typeof serversAdd.body.shape, 'rcon_port' | 'rcon_password'> & {
  readonly rcon_port: z.ZodType<number | null>;
  readonly rcon_password: z.ZodType<string | null>;
};

/** The wire's rules for a server of this game; one with remote control needs its port and password. */
export function rulesOf(draft: Draft): ServerRules {
  const { shape } = serversAdd.body;
  return hasRemoteControl(draft.game)
    ? { ...shape, rcon_port: port, rcon_password: rconPassword }
    : shape;
}

/** What of a draft is sent: no remote control where the game has none, whatever was typed for another. */
export function sentOf<D extends Draft>(draft: D): D {
  return hasRemoteControl(draft.game) ? draft : { ...draft, rcon_port: '', rcon_password: '' };
}
