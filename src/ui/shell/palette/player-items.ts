/** The palette's lines of players. */
import type { PlayerHit } from '../../../domain/search/search.ts';
import { reasonText } from '../../actions/why-not.ts';
import { markOf } from '../../parts/players/namesakes.ts';
import { playerHref } from '../../parts/players/player-address.ts';
import { markedName } from '../../parts/players/told-name.ts';
import { isolated } from '../../text/isolated.ts';
import { playerName } from '../../text/player-name.ts';
import { serverTitle } from '../../text/server-title.ts';
import type { Known, Name } from './known.ts';
import { DEED_ACTION, mayAct, offeredFor } from './deeds.ts';
import type { Item } from './items.ts';

/** What somebody is called within a line. */
export function calledOf({ player, alike }: PlayerHit): string {
  const name = playerName(player);
  return alike ? markedName(name, player) : isolated(name);
}

/** What may be done with a player; `names` chooses among it. */
export function playerItems(hit: PlayerHit, known: Known, names?: readonly Name[]): Item[] {
  const { account, reach, t } = known;
  const { player, server } = hit;
  if (account === undefined || !mayAct(reach)) return [];
  return offeredFor(account, server)
    .filter(({ deed }) => names === undefined || names.includes(deed))
    .map(({ deed, why }): Item => ({
      key: `${deed}:${player.id}`,
      label: t('what', { deed: t(`deed.${deed}`), name: calledOf(hit) }),
      ranges: [],
      detail: t('on', { server: serverTitle(server.configuration) }),
      icon: 'deed',
      ...(deed === 'ban'
        ? { why: null, does: { kind: 'ban', question: { serverId: server.id, player } } }
        : {
            why: why === null ? null : reasonText(why, server, DEED_ACTION[deed]),
            does: { kind: 'ask-player', question: { what: deed, serverId: server.id, player } },
          }),
    }));
}

/** The line that leads to their card. */
export function playerItem({ player, server, ranges, by, alike }: PlayerHit, { t }: Known): Item {
  const on = t('on', { server: serverTitle(server.configuration) });
  return {
    key: `player:${player.id}`,
    label: alike ? `${playerName(player)} ${markOf(player)}` : playerName(player),
    ranges,
    detail: by === null ? on : `${on} · ${t(`by.${by.id}`, { value: by.value })}`,
    icon: 'player',
    why: null,
    does: { kind: 'go', href: playerHref({ ...player, serverId: server.id }) },
  };
}
