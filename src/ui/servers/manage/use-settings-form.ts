import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../../data/use-view.ts';
import { keepDraft, readDraft } from '../../parts/kept-draft.ts';
import { toast } from '../../parts/toasts.tsx';
import { useForm } from '../../parts/use-form.ts';
import type { DraftField, TypedField } from '../add/draft.ts';
import { wrongByServer, wrongFields } from '../add/wrong.ts';
import {
  draftOf,
  editBody,
  isChanged,
  judgedFields,
  keptChanges,
  needsPassword,
  ownChanges,
  rebased,
  type Settings,
} from './settings-draft.ts';

/** The state of the settings form. What is typed while it is being saved stays typed. */
export function useSettingsForm(serverId: string, settings: Settings, onSaved: () => void) {
  const { t } = useTranslation();
  const commands = useCommands();
  const [seen, setSeen] = useState(settings);
  const [saved, setSaved] = useState(() => draftOf(settings));
  const name = `settings:${serverId}`;
  const [draft, setDraft] = useState(() => ({ ...saved, ...readDraft(name, keptChanges) }));
  const { wrong, error, busy, form, mark, typed, forgive, clear, send } = useForm<DraftField>();

  const changed = isChanged(draft, saved);
  useEffect(() => keepDraft(name, ownChanges(draft, saved)), [name, draft, saved]);
  if (seen !== settings) {
    const now = draftOf(settings);
    setSeen(settings);
    setSaved(now);
    setDraft(rebased(draft, saved, now));
  }

  return {
    draft,
    wrong,
    error,
    busy,
    changed,
    needsPassword: needsPassword(draft, saved),
    form,
    set: (field: TypedField, value: string) => {
      setDraft((before) => ({ ...before, [field]: value }));
      typed(field);
      forgive();
    },
    discard: () => {
      setDraft(saved);
      clear();
    },
    /** Nothing of it is there when somebody comes back. */
    forget: () => keepDraft(name, null),
    save: async () => {
      if (!mark(wrongFields(draft, judgedFields(draft, saved)))) return;
      const params = { server_id: serverId };
      const outcome = await send(
        () => commands.call('serverEdit', { params, body: editBody(draft) }),
        { concerned: (refusal) => wrongByServer(refusal, settings.game) },
      );
      if (!outcome.ok) return;
      const { rcon_password } = draft;
      setSaved({ ...draft, rcon_password: '' });
      setDraft((now) =>
        now.rcon_password === rcon_password ? { ...now, rcon_password: '' } : now,
      );
      toast(t('saved'));
      onSaved();
    },
  };
}
