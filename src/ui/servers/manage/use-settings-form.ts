import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandError } from '../../../worker/contract.ts';
import { useCommands } from '../../data/use-view.ts';
import { focusWrong } from '../../parts/focus-wrong.ts';
import { keepDraft, readDraft } from '../../parts/kept-draft.ts';
import { toast } from '../../parts/toasts.tsx';
import type { TypedField } from '../add/draft.ts';
import { wrongByRefusal, wrongFields, type Wrong } from '../add/wrong.ts';
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
  const [wrong, setWrong] = useState<Wrong>({});
  const [error, setError] = useState<CommandError | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => focusWrong(form.current), [refusals]);

  const changed = isChanged(draft, saved);
  useEffect(() => keepDraft(name, ownChanges(draft, saved)), [name, draft, saved]);
  if (seen !== settings) {
    const now = draftOf(settings);
    setSeen(settings);
    setSaved(now);
    setDraft(rebased(draft, saved, now));
  }
  const show = (found: Wrong) => {
    setWrong(found);
    setRefusals((count) => count + 1);
  };

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
      setWrong(({ [field]: _, ...others }) => others);
      setError(null);
    },
    discard: () => {
      setDraft(saved);
      setWrong({});
      setError(null);
    },
    /** Nothing of it is there when somebody comes back. */
    forget: () => keepDraft(name, null),
    save: async () => {
      const found = wrongFields(draft, judgedFields(draft, saved));
      show(found);
      if (Object.keys(found).length > 0) return;
      setBusy(true);
      setError(null);
      const body = editBody(draft);
      const outcome = await commands.call('serverEdit', { params: { server_id: serverId }, body });
      setBusy(false);
      if (!outcome.ok) {
        setError(outcome.error);
        show(wrongByRefusal(outcome.error, settings.game));
        return;
      }
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
