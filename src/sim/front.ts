import type { Admin, LoginPolicy } from './battleye/rcon-server.ts';
import type { Port } from './net/network.ts';
import type { WorldEvent } from './world/world-event.ts';

/** Down: no process. Loading: logins are taken and no command is answered. */
export type SimServerState = 'running' | 'down' | 'loading';

/** One protocol of a server: where it listens, and what it does when the server's state changes. */
export interface Front {
  readonly port: Port;
  enter(state: SimServerState): void;
}

/** The protocol by which a server is ruled and tells what happens on it. */
export interface ControlFront extends Front {
  loginPolicy: LoginPolicy;
  tell(event: WorldEvent): void;
  /** Any text as a line of the server's own. */
  say(text: string): void;
  /** Whoever is logged in is forgotten, and nobody is told. */
  dropClients(): void;
  /** The words of whoever planned a restart, to everybody. */
  announce(text: string): void;
  /** The clients that are logged in. */
  admins(): readonly Admin[];
}
