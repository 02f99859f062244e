import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRows } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';

/** More than this are found by more of their name, or shown by a filter. */
const LISTED = 200;

/** The servers of a scene, chosen one by one. */
export function ServerChoice({
  chosen,
  onChosen,
  wrong,
}: {
  readonly chosen: readonly string[];
  readonly onChosen: (ids: readonly string[]) => void;
  readonly wrong: string | undefined;
}) {
  const { t } = useTranslation('walls');
  const [text, setText] = useState('');
  const id = useId();
  const { rows } = useRows({
    view: 'servers',
    filter: { text },
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: LISTED + 1 },
  });
  const listed = rows.slice(0, LISTED);
  const held = new Set(chosen);
  const toggle = (server: string, on: boolean) =>
    onChosen(on ? [...chosen, server] : chosen.filter((one) => one !== server));
  return (
    <div className="stack" role="group" aria-labelledby={id}>
      <div className="actions">
        <span id={id} className="label" role="status">
          {t('form.chosen', { count: chosen.length })}
        </span>
        <Button
          onClick={() => onChosen([...new Set([...chosen, ...listed.map((server) => server.id)])])}
        >
          {t('form.chooseAll')}
        </Button>
        {chosen.length === 0 ? null : (
          <Button onClick={() => onChosen([])}>{t('form.chooseNone')}</Button>
        )}
      </div>
      {wrong === undefined ? null : (
        <div className="field">
          <span className="wrong" role="alert">
            {wrong}
          </span>
        </div>
      )}
      <Field label={t('form.find')} type="search" value={text} onValue={setText} />
      <ul className="server-choice">
        {listed.map((server) => (
          <li key={server.id}>
            <label>
              <input
                type="checkbox"
                checked={held.has(server.id)}
                onChange={(event) => toggle(server.id, event.target.checked)}
              />
              {server.configuration.identifier}
            </label>
          </li>
        ))}
      </ul>
      {rows.length > LISTED ? <p className="soft">{t('form.moreServers')}</p> : null}
    </div>
  );
}
