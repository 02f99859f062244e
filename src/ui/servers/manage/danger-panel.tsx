import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useForm } from '../../parts/use-form.ts';
import { errorText } from '../../text/problem-text.ts';

/** Deleting a server: its name must be typed. */
export function DangerPanel({ server }: { readonly server: ServerRow }) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const { identifier, deleting } = server.configuration;
  const [typed, setTyped] = useState('');
  const { error, busy, send } = useForm();
  const remove = () => {
    const params = { server_id: server.id };
    return send(() => commands.call('serverDelete', { params, body: { identifier: typed } }));
  };
  return (
    <Panel title={t('danger.title')}>
      {deleting !== null ? (
        <Notice tone="warn">{t(`danger.state.${deleting}`)}</Notice>
      ) : (
        <form
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (typed === identifier && !busy) void remove();
          }}
        >
          <p className="soft">{t('danger.text')}</p>
          {error === null ? null : <Notice tone="bad">{errorText(error)}</Notice>}
          <Field
            label={t('danger.confirm', { identifier })}
            value={typed}
            onValue={setTyped}
            autoComplete="off"
            spellCheck={false}
          />
          <div className="actions">
            <Button kind="danger" type="submit" busy={busy} disabled={typed !== identifier}>
              {t('danger.delete')}
            </Button>
          </div>
        </form>
      )}
    </Panel>
  );
}
