/** Pauses or resumes the whitelist of a server: what Muster does by itself, connected or not. */
import type { WhitelistAction } from '../../protocol/actions/calls.ts';
import { SERVER_ACTION, type Game } from '../../protocol/enumerations.ts';
import { serverStream } from '../../protocol/streams.ts';
import type { Context } from '../calls/handler.ts';
import { HostError } from '../calls/host-error.ts';
import { readServerRow } from '../calls/server-row.ts';
import { change } from '../change/change.ts';
import { pauseWhitelist } from '../modules/pause-whitelist.ts';
import { auditAction } from './audit.ts';

/** Sent again, it is so already, and is told no second time. `through`: by what whoever asks may. */
export function restWhitelist(
  context: Context,
  serverId: string,
  action: WhitelistAction,
  through: string | null,
): Promise<void> {
  const { account, session, client } = context;
  return change(context, async (made) => {
    const { game } = await readServerRow(made.trx, serverId, true);
    const paused = action === SERVER_ACTION.WHITELIST_PAUSE;
    const became = await pauseWhitelist(made, serverId, paused);
    if (became === 'off') {
      throw new HostError('whitelist-off', 'The whitelist of this server is switched off.');
    }
    if (became === 'same') return;
    const actor = { muster_id: account.id, display_name: account.displayName };
    const done = { player: null, text: null, outcome: 'done' } as const;
    const entry = { kind: 'action', actor, action, ...done } as const;
    const at = made.now;
    made.tell(serverStream(serverId, 'feed'), 'server:feed', { server_id: serverId, at, entry });
    const asked = {
      actor: account.id,
      by: session && { session: session.id, through },
      server: { id: serverId, game: game as Game },
      request: { action },
      address: client.address,
      player: null,
    };
    auditAction(made, asked, { outcome: 'done' });
  });
}
