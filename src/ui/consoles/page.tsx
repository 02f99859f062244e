import './consoles.css';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WINDOW_PANEL } from '../../domain/routes/routes.ts';
import { useOne } from '../data/use-view.ts';
import { useAddress } from '../parts/addresses/use-address.ts';
import { Button } from '../parts/button.tsx';
import { Loading } from '../parts/loading.tsx';
import {
  columnsFor,
  CONSOLES,
  MOST_TILES,
  moved,
  resized,
  tileKey,
  withPanel,
  withServers,
  type Tile,
} from './address.ts';
import { useKeptScrollPositions } from './keep-scroll-positions.ts';
import { SendPanel } from './send-panel.tsx';
import { ServerPicker } from './server-picker.tsx';
import { TileIds } from './tile-ids.ts';
import { TileView } from './tile-view.tsx';

/** `/consoles`: panels of several servers beside each other, and one thing sent to many of them. */
export function ConsolesPage() {
  const { t } = useTranslation('consoles');
  const [{ tiles }, change] = useAddress(CONSOLES);
  const account = useOne({ view: 'account' }).row;
  const [choosing, setChoosing] = useState(false);
  const [ids] = useState(() => new TileIds());
  const grid = useKeptScrollPositions(tiles.map(tileKey).join(' '));
  const show = (next: readonly Tile[], step = false) => change({ tiles: next }, step);
  const serverIds = [...new Set(tiles.map(({ serverId }) => serverId))];
  if (account === undefined) return <Loading lines={10} />;
  return (
    <>
      <header className="page-head consoles-head">
        <h1>{t('title')}</h1>
        <Button icon={<ListPlus />} onClick={() => setChoosing(true)}>
          {t('choose')}
        </Button>
      </header>
      {tiles.length === 0 ? (
        <p className="empty">{t('empty', { most: MOST_TILES })}</p>
      ) : (
        <SendPanel serverIds={serverIds} account={account} />
      )}
      <div
        className="tiles"
        ref={grid}
        data-columns={columnsFor(tiles)}
        role="group"
        aria-label={t('tiles')}
      >
        {tiles.map((tile) => {
          const key = tileKey(tile);
          const ofServer = tiles.filter(({ serverId }) => serverId === tile.serverId);
          return (
            <TileView
              key={ids.of(key)}
              tile={tile}
              account={account}
              saysWhyOf={ofServer[0] === tile ? ofServer.map(({ panel }) => panel) : []}
              on={{
                onPanel: (panel) => {
                  ids.swap(key, tileKey({ ...tile, panel }));
                  show(withPanel(tiles, key, panel));
                },
                onAnother: () => show(withAnother(tiles, tile)),
                onRemove: () =>
                  show(
                    tiles.filter((one) => one !== tile),
                    true,
                  ),
                onSize: (wide, high) => show(resized(tiles, key, wide, high)),
                onMove: (step) => show(moved(tiles, key, step)),
              }}
            />
          );
        })}
      </div>
      {choosing ? (
        <ServerPicker
          chosen={serverIds}
          onChoose={(ids) => show(withServers(tiles, ids), true)}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}

/** The same tiles with the next panel of a server behind this one, where one is not shown yet. */
function withAnother(tiles: readonly Tile[], tile: Tile): readonly Tile[] {
  const shown = new Set(tiles.map(tileKey));
  const panel = WINDOW_PANEL.find((one) => !shown.has(tileKey({ ...tile, panel: one })));
  if (panel === undefined || tiles.length >= MOST_TILES) return tiles;
  return tiles.toSpliced(tiles.indexOf(tile) + 1, 0, { ...tile, panel, wide: 1, high: 1 });
}
