import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { useRow, useView, type ViewHandle } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { GameSign, ServerStatus } from '../parts/server-status.tsx';
import { MOST_TILES } from './address.ts';

const SHOWN = 60;

/** Chooses servers out of all, however many there are. */
export function ServerPicker({
  chosen,
  onChoose,
  onClose,
}: {
  readonly chosen: readonly string[];
  readonly onChoose: (serverIds: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('consoles');
  const [text, setText] = useState('');
  const [ids, setIds] = useState(chosen);
  const view = useView({
    view: 'servers',
    filter: text.trim() === '' ? {} : { text },
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: SHOWN },
  });
  const more = view.total - view.ids.length;
  const full = ids.length >= MOST_TILES;
  return (
    <Dialog open onClose={onClose} title={t('picker.title')}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(ids);
          onClose();
        }}
      >
        <input
          className="input"
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('picker.filter')}
          aria-label={t('picker.filter')}
          autoComplete="off"
        />
        <fieldset className="picker-list">
          <legend className="visually-hidden">{t('picker.title')}</legend>
          {view.ids.map((id) => (
            <Choice
              key={id}
              id={id}
              view={view}
              checked={ids.includes(id)}
              full={full}
              onCheck={(checked) =>
                setIds(checked ? [...ids, id] : ids.filter((one) => one !== id))
              }
            />
          ))}
          {view.ready && view.total === 0 ? <p className="soft">{t('picker.none')}</p> : null}
          {more > 0 ? <p className="soft">{t('picker.more', { count: more })}</p> : null}
        </fieldset>
        <p className="soft" role="status">
          {t('picker.count', { count: ids.length, most: MOST_TILES })}
        </p>
        <div className="actions">
          <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
          <Button kind="primary" type="submit">
            {t('picker.show', { count: ids.length })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Choice({
  id,
  view,
  checked,
  full,
  onCheck,
}: {
  readonly id: string;
  readonly view: ViewHandle<ServerRow>;
  readonly checked: boolean;
  readonly full: boolean;
  readonly onCheck: (checked: boolean) => void;
}) {
  const server = useRow(view.row(id));
  if (server === undefined) return null;
  return (
    <label className="check picker-choice">
      <input
        type="checkbox"
        checked={checked}
        disabled={full && !checked}
        onChange={(event) => onCheck(event.target.checked)}
      />
      <GameSign game={server.configuration.game} />
      <span className="picker-name">{server.configuration.identifier}</span>
      <ServerStatus server={server} />
    </label>
  );
}
