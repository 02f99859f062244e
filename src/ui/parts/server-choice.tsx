import './server-choice.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../domain/rows.ts';
import { serverName } from '../../domain/servers/server-name.ts';
import { STANDING } from '../../domain/servers/status.ts';
import { useOne, useRow, useView, type ViewHandle } from '../data/use-view.ts';
import { formatCount } from '../text/format.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { useLocale } from './locale.ts';
import { GameSign, ServerStatus } from './server-status.tsx';

/** What of the account says which servers there are for it. */
const SERVERS = ['servers'] as const;

/** So many are listed; the others are found by typing more of their name. */
const LISTED = 200;

/** Chooses servers out of all, however many there are: they are found by a part of their name, and ticked. */
export function ServerChoice({
  name,
  label,
  chosen,
  most,
  among,
  onChosen,
}: {
  /** What the form around it may mark as wrong. */
  readonly name?: string;
  readonly label: string;
  readonly chosen: readonly string[];
  /** How many can be chosen. */
  readonly most: number;
  /** Those that there are to choose from; absent: all. */
  readonly among?: readonly string[] | undefined;
  readonly onChosen: (serverIds: readonly string[]) => void;
}) {
  const { t } = useTranslation('forms');
  const locale = useLocale();
  const [text, setText] = useState('');
  const view = useView({
    view: 'servers',
    filter: {
      ...(text.trim() === '' ? {} : { text }),
      ...(among === undefined ? {} : { ids: among }),
    },
    sort: 'identifier',
    direction: 'asc',
    window: { from: 0, to: LISTED },
  });
  const held = new Set(chosen);
  const present = useOne({ view: 'account' }, SERVERS).row?.servers;
  // One that is taken out keeps its place, and the focus with it.
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const isMissing = (id: string) => present !== undefined && !Object.hasOwn(present, id);
  const missing = chosen.filter((id) => isMissing(id) && !gone.has(id));
  if (missing.length > 0) setGone(new Set([...gone, ...missing]));
  const away = [...gone].filter(isMissing).slice(0, LISTED);
  const check = (id: string, checked: boolean) =>
    onChosen(checked ? [...chosen, id] : chosen.filter((one) => one !== id));
  const isFull = chosen.length >= most;
  const more = view.total - view.ids.length;
  return (
    <fieldset className="server-choice">
      <legend className="visually-hidden">{label}</legend>
      <Field
        name={name}
        label={t('servers.find')}
        type="search"
        value={text}
        onValue={setText}
        autoComplete="off"
        // Whoever looks for a server does not send the form around it.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <ul>
        {away.map((id) => (
          <li key={id}>
            <label className="check">
              <input
                type="checkbox"
                checked={held.has(id)}
                onChange={(event) => check(id, event.target.checked)}
              />
              <span className="server-choice-name soft">{t('servers.gone', { id })}</span>
            </label>
          </li>
        ))}
        {view.ids.map((id) => (
          <li key={id}>
            <Choice
              id={id}
              view={view}
              checked={held.has(id)}
              disabled={isFull && !held.has(id)}
              onCheck={(checked) => check(id, checked)}
            />
          </li>
        ))}
        {view.ready && view.total === 0 ? <li className="soft">{t('servers.none')}</li> : null}
        {more > 0 ? <li className="soft">{t('servers.more', { count: more })}</li> : null}
      </ul>
      <div className="server-choice-tools">
        <span className="soft" role="status">
          {t('servers.chosen', { count: chosen.length, most: formatCount(most, locale) })}
        </span>
        <Button
          kind="quiet"
          onClick={() => onChosen([...new Set([...chosen, ...view.ids])].slice(0, most))}
        >
          {more > 0 ? t('servers.first', { count: view.ids.length }) : t('servers.all')}
        </Button>
        <Button kind="quiet" onClick={() => onChosen([])}>
          {t('servers.nothing')}
        </Button>
      </div>
    </fieldset>
  );
}

function Choice({
  id,
  view,
  checked,
  disabled,
  onCheck,
}: {
  readonly id: string;
  readonly view: ViewHandle<ServerRow>;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onCheck: (checked: boolean) => void;
}) {
  const server = useRow(view.row(id), STANDING);
  if (server === undefined) return null;
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onCheck(event.target.checked)}
      />
      <GameSign game={server.configuration.game} />
      <span className="server-choice-name">{serverName(server.configuration)}</span>
      <ServerStatus server={server} />
    </label>
  );
}
