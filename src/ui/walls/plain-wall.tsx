import { useTranslation } from 'react-i18next';
import { showsServer } from '../../domain/walls/scene-servers.ts';
import type { Wall } from '../../protocol/walls/fields.ts';
import { useRows } from '../data/use-view.ts';
import { useTitle } from '../parts/title.ts';

/** The servers of a wall, as a table. */
export function PlainWall({ wall }: { readonly wall: Wall }) {
  const { t } = useTranslation('walls');
  useTitle(wall.name);
  const { rows } = useRows({
    view: 'servers',
    filter: {},
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: 250 },
  });
  const shows = wall.scenes.map(({ source }) => showsServer(source));
  return (
    <main className="pairing">
      <h1>{wall.name}</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => shows.some((passes) => passes(row)))
            .map(({ id, configuration, population }) => (
              <tr key={id}>
                <th scope="row">{configuration.identifier}</th>
                <td className="numeric">{population.players ?? '–'}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </main>
  );
}
