import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { FindHow, Found } from '../../worker/replay/contract.ts';
import { useSignalValue } from '../data/use-signal.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { useLocale } from '../parts/locale.ts';
import { Select } from '../parts/select.tsx';
import { formatCount } from '../text/format.ts';
import type { OpenReplay } from './connect.ts';

/** Goes to an event: the next of a kind or on a server, one by its number, or the first after which something holds. */
export function FindPanel({ replay }: { readonly replay: OpenReplay }) {
  return (
    <div className="replay-find">
      <NextEvent replay={replay} />
      <EventByNumber replay={replay} />
      <FirstWhere replay={replay} />
    </div>
  );
}

function NextEvent({ replay: { controls, recording } }: { readonly replay: OpenReplay }) {
  const { t } = useTranslation('replay');
  const locale = useLocale();
  const [kind, setKind] = useState('');
  const [server, setServer] = useState('');
  const [none, setNone] = useState(false);
  const any = { value: '', label: t('findEvent.any') };
  const go = (direction: 1 | -1) => {
    const wanted = { kind: kind === '' ? null : kind, serverId: server === '' ? null : server };
    controls.next(direction, wanted).then((found) => setNone(!found), reportError);
  };
  return (
    <div className="stack">
      <Select
        label={t('findEvent.kind')}
        value={kind}
        onValue={setKind}
        options={[
          any,
          ...recording.kinds.map(([name, count]) => ({
            value: name,
            label: `${name.replace('/', ' ')} (${formatCount(count, locale)})`,
          })),
        ]}
      />
      <Select
        label={t('findEvent.server')}
        value={server}
        onValue={setServer}
        options={[any, ...recording.servers.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <div className="actions">
        <Button onClick={() => go(-1)}>{t('findEvent.previous')}</Button>
        <Button onClick={() => go(1)}>{t('findEvent.next')}</Button>
        <span role="status">{none ? t('findEvent.none') : ''}</span>
      </div>
    </div>
  );
}

function EventByNumber({ replay: { controls, moment } }: { readonly replay: OpenReplay }) {
  const { t } = useTranslation('replay');
  const { seq } = useSignalValue(moment);
  const [typed, setTyped] = useState<string | null>(null);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const number = Number(typed ?? seq ?? 0);
    setTyped(null);
    if (Number.isInteger(number) && number >= 0) void controls.seekEvent(number);
  };
  return (
    <form noValidate onSubmit={go}>
      <Field
        label={t('findEvent.number')}
        value={typed ?? String(seq ?? 0)}
        onValue={setTyped}
        inputMode="numeric"
        autoComplete="off"
        beside={<Button type="submit">{t('findEvent.go')}</Button>}
      />
    </form>
  );
}

function FirstWhere({ replay: { controls } }: { readonly replay: OpenReplay }) {
  const { t } = useTranslation('replay');
  const [expression, setExpression] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const [mode, setMode] = useState<FindHow['mode']>('lasting');
  const [untilHere, setUntilHere] = useState(false);
  const [busy, setBusy] = useState(false);
  const search = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    controls
      .find(expression, { mode, untilHere })
      .then(setFound, reportError)
      .finally(() => setBusy(false));
  };
  const wrong =
    found?.kind === 'unreadable'
      ? t('where.unreadable', { at: found.at + 1, message: found.message })
      : undefined;
  return (
    <form className="stack" noValidate onSubmit={search}>
      <Field
        label={t('where.label')}
        hint={t('where.hint')}
        value={expression}
        onValue={(value) => {
          setExpression(value);
          setFound(null);
        }}
        wrong={wrong}
        autoComplete="off"
        spellCheck={false}
        beside={
          <Button type="submit" busy={busy}>
            {t('where.search')}
          </Button>
        }
      />
      <p role="status">
        {found === null || found.kind === 'unreadable'
          ? ''
          : found.kind === 'found'
            ? t('where.found', { count: found.probes })
            : t(`where.${found.kind}`)}
      </p>
      <Select
        label={t('where.mode')}
        value={mode}
        onValue={(value) => setMode(value === 'first' ? 'first' : 'lasting')}
        options={[
          { value: 'lasting', label: t('where.lasting') },
          { value: 'first', label: t('where.first') },
        ]}
      />
      <Select
        label={t('where.span')}
        value={untilHere ? 'here' : 'all'}
        onValue={(value) => setUntilHere(value === 'here')}
        options={[
          { value: 'all', label: t('where.all') },
          { value: 'here', label: t('where.here') },
        ]}
      />
    </form>
  );
}
