import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplayedChange, ReplayedEvent } from '../../worker/replay/contract.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { Hashes } from '../parts/hashes.tsx';
import { useLocale } from '../parts/locale.ts';
import { formatMoment } from '../text/format.ts';
import type { OpenReplay } from './connect.ts';

const MOST_ROWS = 40;
const MOST_TEXT = 200;

/** The event that led to this moment, and what it changed: each field before and after. */
export function EventPanel({ replay: { controls, moment } }: { readonly replay: OpenReplay }) {
  const { t } = useTranslation('replay');
  const locale = useLocale();
  const { position, speed } = useSignalValue(moment);
  const [event, setEvent] = useState<ReplayedEvent | null>(null);
  const playing = speed !== null;
  useEffect(() => {
    if (playing) return;
    let wanted = true;
    controls.event().then((found) => (wanted ? setEvent(found) : undefined), reportError);
    return () => {
      wanted = false;
    };
  }, [controls, position, playing]);
  if (event === null) return <p className="soft">{t('event.none')}</p>;
  const { line, changes } = event;
  const more = changes.length - MOST_ROWS;
  return (
    <div className="stack">
      <p>
        <strong>{`${line.source} ${line.event}`}</strong>{' '}
        <span className="soft numeric">
          {`#${line.seq} · ${formatMoment(line.at, locale)}`}
          {line.stream === undefined ? '' : ` · ${line.stream.name} (${line.stream.seq})`}
        </span>
      </p>
      {changes.length === 0 ? <p className="soft">{t('event.nothing')}</p> : null}
      {changes.slice(0, MOST_ROWS).map((change, index) => (
        <ChangedRow key={index} change={change} />
      ))}
      {more > 0 ? <p className="soft">{t('event.more', { count: more })}</p> : null}
      <Hashes key={position} />
      <details>
        <summary>{t('event.raw')}</summary>
        <pre className="replay-raw">{JSON.stringify(line, null, 2)}</pre>
      </details>
    </div>
  );
}

function ChangedRow({ change: { table, id, kind, fields } }: { readonly change: ReplayedChange }) {
  const { t } = useTranslation('replay');
  return (
    <table className="replay-diff">
      <caption>
        {`${table} ${id} `}
        <span className="soft">{t(`event.${kind}`)}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('event.field')}</th>
          <th scope="col">{t('event.before')}</th>
          <th scope="col">{t('event.after')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ path, a, b }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>{a === undefined ? t('event.absent') : <del>{short(a)}</del>}</td>
            <td>{b === undefined ? t('event.absent') : <ins>{short(b)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text;
}
