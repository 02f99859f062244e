import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallAnswer, CommandError } from '../../worker/contract.ts';
import { draftBody, RULES, type Draft, type DraftField } from '../add-server/draft.ts';
import { ConnectionFields, RconFields } from '../add-server/fields.tsx';
import { CONCERNS } from '../add-server/use-wizard.ts';
import { useCommands } from '../data/use-view.ts';
import { Loading } from '../frame/loading.tsx';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { wrongBy } from '../parts/field-rule.ts';
import { Notice } from '../parts/notice.tsx';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { useCall } from '../parts/use-call.ts';
import { errorText } from '../text/problem-text.ts';

/** Name, address, time zone and password of a server. */
export function SettingsPanel({ serverId }: { readonly serverId: string }) {
  const { t } = useTranslation('serverPages');
  const { answer, error, reload } = useCall('serverSettings', { params: { server_id: serverId } });
  return (
    <Panel title={t('settings.title')}>
      {error !== null ? (
        <CallError error={error} onRetry={reload} />
      ) : answer === null ? (
        <Loading lines={4} />
      ) : (
        <SettingsForm serverId={serverId} settings={answer} onSaved={reload} />
      )}
    </Panel>
  );
}

type Settings = CallAnswer<'serverSettings'>;

function draftOf(settings: Settings): Draft {
  return {
    game: settings.game,
    identifier: settings.identifier,
    host: settings.host,
    game_port: String(settings.game_port),
    query_port: settings.query_port === null ? '' : String(settings.query_port),
    rcon_port: String(settings.rcon_port),
    timezone: settings.timezone,
    rcon_password: '',
  };
}

const FIELDS = [
  'identifier',
  'host',
  'game_port',
  'query_port',
  'timezone',
  'rcon_port',
] as const satisfies readonly DraftField[];

function SettingsForm({
  serverId,
  settings,
  onSaved,
}: {
  readonly serverId: string;
  readonly settings: Settings;
  readonly onSaved: () => void;
}) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const saved = draftOf(settings);
  const [draft, setDraft] = useState(saved);
  const [wrong, setWrong] = useState<Partial<Record<DraftField, string>>>({});
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const changed = JSON.stringify(draft) !== JSON.stringify(saved);

  useEffect(() => {
    if (!changed) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [changed]);

  const set = (field: DraftField, value: string) => {
    setDraft({ ...draft, [field]: value });
    setWrong({ ...wrong, [field]: undefined });
    setError(null);
  };
  const focus = (field: DraftField | undefined) => {
    if (field !== undefined) form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
  };
  const save = async () => {
    const { game: _, rcon_password, ...body } = draftBody(draft);
    const fields: readonly DraftField[] =
      rcon_password === '' ? FIELDS : [...FIELDS, 'rcon_password'];
    const found: Partial<Record<DraftField, string>> = {};
    for (const field of fields) {
      const text = wrongBy(RULES[field], draftBody(draft)[field]);
      if (text !== undefined) found[field] = text;
    }
    setWrong(found);
    const first = fields.find((field) => found[field] !== undefined);
    focus(first);
    if (first !== undefined) return;
    setBusy(true);
    const outcome = await commands.call('serverEdit', {
      params: { server_id: serverId },
      body: { ...body, ...(rcon_password === '' ? {} : { rcon_password }) },
    });
    setBusy(false);
    if (outcome.ok) {
      setDraft({ ...draft, rcon_password: '' });
      setError(null);
      toast(t('saved', { ns: 'common' }));
      onSaved();
      return;
    }
    setError(outcome.error);
    if (outcome.error.kind === 'problem') focus(CONCERNS[outcome.error.problem.code]);
  };
  return (
    <form
      ref={form}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
    >
      <ConnectionFields draft={draft} wrong={wrong} set={set} />
      <RconFields draft={draft} wrong={wrong} set={set} keep={t('settings.keepPassword')} />
      {error === null ? null : <Notice tone="bad">{errorText(error)}</Notice>}
      <div className="actions">
        <Button kind="primary" type="submit" busy={busy} disabled={!changed}>
          {t('settings.save')}
        </Button>
        <span className="soft" role="status">
          {changed ? t('settings.unsaved') : t('settings.tested')}
        </span>
      </div>
    </form>
  );
}
