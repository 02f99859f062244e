import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { gameName } from '../../../protocol/enumerations.ts';
import { GAMES } from '../../../protocol/games/games.ts';

/** Before a server is deleted, and while it is restricted: which bans its game keeps itself, and what becomes of them. */
export function OwnBans({ server: { configuration, state } }: { readonly server: ServerRow }) {
  const { t } = useTranslation('serverPages');
  const { own_bans: count, restricted, game } = configuration;
  const { control } = GAMES[gameName(game)];
  if (count === undefined || control === 'none') return null;
  if (state.state === 'CONNECTED' && !restricted) return <p>{t('ownBans.leave', { count })}</p>;
  return (
    <>
      <p>{t(restricted ? 'ownBans.restricted' : 'ownBans.stay', { count })}</p>
      <p className="soft">{t(`ownBans.byHand.${control}`)}</p>
    </>
  );
}
