import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { gameName } from '../../protocol/enumerations.ts';
import { GAMES } from '../../protocol/games/games.ts';
import { useOne } from '../data/use-view.ts';

const PARTS = ['configuration', 'state'] as const;
type Server = Pick<ServerRow, (typeof PARTS)[number]>;

/** Before a server is deleted, and while it is restricted: which bans its game keeps itself, and what becomes of them. */
export function OwnBans({ server }: { readonly server: Server }) {
  return (
    <>
      <Becomes server={server} />
      <ByHand server={server} />
    </>
  );
}

/** The same of a server among others that are deleted together. */
export function OwnBansOf({
  serverId,
  name,
}: {
  readonly serverId: string;
  readonly name: string;
}) {
  const { row } = useOne({ view: 'server', server_id: serverId }, PARTS);
  if (row === undefined || !hasOwnBans(row)) return null;
  return (
    <div className="stack">
      <strong>{name}</strong>
      <OwnBans server={row} />
    </div>
  );
}

/** Before a server is somewhere else: what becomes of those at the old address. */
export function OwnBansBehind({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverPages');
  const { row } = useOne({ view: 'server', server_id: serverId }, PARTS);
  const count = row?.configuration.own_bans;
  if (row === undefined || count === undefined || !hasOwnBans(row)) return null;
  return <p>{count === null ? t('settings.ownBansUnknown') : t('settings.ownBans', { count })}</p>;
}

function Becomes({ server: { configuration, state } }: { readonly server: Server }) {
  const { t } = useTranslation('serverPages');
  const { own_bans: count, restricted } = configuration;
  if (!hasOwnBans({ configuration }) || count === undefined) return null;
  const fate = restricted ? 'restricted' : state.state === 'CONNECTED' ? 'leave' : 'stay';
  return <p>{count === null ? t(`ownBans.unknown.${fate}`) : t(`ownBans.${fate}`, { count })}</p>;
}

function ByHand({ server: { configuration, state } }: { readonly server: Server }) {
  const { t } = useTranslation('serverPages');
  const { control } = GAMES[gameName(configuration.game)];
  const leaves = state.state === 'CONNECTED' && !configuration.restricted;
  if (!hasOwnBans({ configuration }) || leaves || control === 'none') return null;
  return <p className="soft">{t(`ownBans.byHand.${control}`)}</p>;
}

function hasOwnBans({ configuration }: Pick<Server, 'configuration'>): boolean {
  return (
    configuration.own_bans !== undefined && GAMES[gameName(configuration.game)].control !== 'none'
  );
}
