/** A server that answers as Steam's Web API does, with accounts that a test gives. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SteamPlayer {
  readonly persona: string;
  /** Only those who show their profile to everybody say when it was made. */
  readonly public: boolean;
  readonly createdSeconds?: number;
  readonly vac?: number;
  readonly game?: number;
  readonly days?: number;
}

export class FakeSteam {
  /** By SteamID; who is not there has no account. */
  readonly players = new Map<string, SteamPlayer>();
  /** What it answers in place of that: a status, and a page. */
  trouble: { readonly status: number; readonly body: string } | null = null;
  /** The SteamIDs of each request, with its path. */
  readonly asked: { readonly path: string; readonly ids: readonly string[] }[] = [];
  readonly key = 'A1b2'.repeat(8);
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://steam');
      const ids = (url.searchParams.get('steamids') ?? '').split(',');
      this.asked.push({ path: url.pathname, ids });
      const refused = url.searchParams.get('key') !== this.key;
      const { status, body } = this.trouble ?? {
        status: refused ? 403 : 200,
        body: refused ? '<html>Forbidden</html>' : JSON.stringify(this.#answer(url.pathname, ids)),
      };
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((ended) => this.#server.close(ended));
  }

  #answer(path: string, ids: readonly string[]): unknown {
    const known = ids.flatMap((id) => {
      const player = this.players.get(id);
      return player === undefined ? [] : [{ id, player }];
    });
    if (path === '/ISteamUser/GetPlayerBans/v1/') {
      return {
        players: known.map(({ id, player: { vac = 0, game = 0, days = 0 } }) => ({
          SteamId: id,
          CommunityBanned: false,
          VACBanned: vac > 0,
          NumberOfVACBans: vac,
          DaysSinceLastBan: days,
          NumberOfGameBans: game,
          EconomyBan: 'none',
        })),
      };
    }
    return {
      response: {
        players: known.map(({ id, player }) => ({
          steamid: id,
          communityvisibilitystate: player.public ? 3 : 1,
          profilestate: 1,
          personaname: player.persona,
          avatar: 'https://avatars.steamstatic.com/x.jpg',
          ...(player.public && { timecreated: player.createdSeconds }),
        })),
      },
    };
  }
}
