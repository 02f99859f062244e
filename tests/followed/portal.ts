/** What a host's portal shows of a server, folded from the connector's facts as they come. */
import type {
  CommandResult,
  GameCommand,
  GameConnector,
  GameFact,
} from '../../src/host/connectors/contract.ts';
import { identityKey } from '../../src/host/players/identities.ts';
import { newServer } from '../../src/host/servers/add.ts';
import { LiveServer } from '../../src/host/servers/live-server.ts';
import { ServerRuntime } from '../../src/host/servers/server-runtime.ts';
import { GAME, type GameName } from '../../src/protocol/enumerations.ts';

const ID = '5'.repeat(24);
const ACTOR = { muster_id: 'd'.repeat(24), display_name: 'Ada' };

export class Portal {
  readonly live: LiveServer;
  readonly connector: GameConnector;
  readonly #runtime: ServerRuntime;
  readonly #players = new Map<string, string>();
  readonly wrong: string[] = [];
  events = 0;
  #ids = 0;

  constructor(
    game: GameName,
    now: () => number,
    make: (onFact: (fact: GameFact) => void) => GameConnector,
  ) {
    const configuration = {
      identifier: 'Followed',
      game: GAME[game],
      timezone: 'UTC',
      restricted: false,
      created_at: 0,
      deleting: null,
      actions: [],
      tags: [],
    };
    this.live = new LiveServer(
      { id: ID, position: 0, configuration, ...newServer(0), players: [] },
      [],
    );
    let connector: GameConnector | null = null;
    this.#runtime = new ServerRuntime(
      { live: this.live, targetVersion: 1, epoch: 0, tick: 0, clock: now },
      (onFact) => (connector = make(onFact)),
      { onWaiting: () => undefined, onLost: () => undefined },
    );
    this.#runtime.start();
    if (connector === null) throw new TypeError('The runtime made no connector.');
    this.connector = connector;
  }

  /** Tells what has come since the last call. */
  fold(): void {
    if (!this.#runtime.hasMore) return;
    for (const { identities } of this.#runtime.sightings()) {
      const keys = identities.map(identityKey);
      const known = keys.map((key) => this.#players.get(key)).find((id) => id !== undefined);
      const player = known ?? this.#newId();
      for (const key of keys) this.#players.set(key, player);
    }
    const context = { newId: () => this.#newId(), players: this.#players, merged: 0 };
    const tick = this.#runtime.nextTick(context, true);
    if (tick === null) return;
    this.events += tick.events.length;
    this.#runtime.written();
  }

  run(command: GameCommand): Promise<CommandResult> {
    return this.#runtime.run(command, ACTOR);
  }

  /** Holds what the portal shows against what the connector knows. */
  check(): void {
    const { rows, sessions, row } = this.live;
    const known = this.connector.roster();
    const { wrong } = this;
    for (const player of known) {
      const session = sessions.get(player.key);
      const shown = session === undefined ? undefined : rows.players.get(session.id);
      const told = { ...session, ...shown };
      const same =
        told.name === player.name &&
        told.guid === player.guid &&
        told.ip === player.ip &&
        told.port === player.port &&
        told.verified === player.verified &&
        told.lobby === player.lobby;
      if (!same)
        wrong.push(`the portal shows ${JSON.stringify(told)} for ${JSON.stringify(player)}`);
    }
    if (rows.players.size !== known.length || sessions.size !== known.length) {
      wrong.push(`the portal shows ${rows.players.size} people, the connector ${known.length}`);
    }
    const { source, players } = row.population;
    if (source === 'live' && players !== Math.min(known.length, row.population.slots ?? Infinity)) {
      wrong.push(`the portal counts ${players} people, the connector ${known.length}`);
    }
  }

  async stop(): Promise<void> {
    await this.#runtime.stop();
  }

  #newId(): string {
    this.#ids += 1;
    return this.#ids.toString(16).padStart(24, '0');
  }
}
