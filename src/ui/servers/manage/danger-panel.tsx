import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { serverDelete } from '../../../protocol/servers/calls.ts';
import { useCommands } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { FormError } from '../../parts/form-error.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useForm } from '../../parts/use-form.ts';

/** Deleting a server: its name must be typed. */
export function DangerPanel({ server }: { readonly server: ServerRow }) {
  const { t } = useTranslation('serverPages');
  const commands = useCommands();
  const { identifier, deleting } = server.configuration;
  const form = useForm({
    rules: serverDelete.body.shape,
    initial: { identifier: '' },
    concerns: { 'confirmation-mismatch': 'identifier' },
    ask: (body) => commands.call('serverDelete', { params: { server_id: server.id }, body }),
  });
  const isTyped = form.values.identifier === identifier;
  return (
    <Panel title={t('danger.title')}>
      {deleting !== null ? (
        <Notice tone="warn">{t(`danger.state.${deleting}`)}</Notice>
      ) : (
        <Form
          form={form}
          onSubmit={() => {
            if (isTyped) form.submit();
          }}
        >
          <p className="soft">{t('danger.text')}</p>
          <FormError error={form.error} />
          <Field
            {...form.field('identifier')}
            label={t('danger.confirm', { identifier })}
            autoComplete="off"
            spellCheck={false}
          />
          <div className="actions">
            <Button kind="danger" type="submit" busy={form.busy} disabled={!isTyped}>
              {t('danger.delete')}
            </Button>
          </div>
        </Form>
      )}
    </Panel>
  );
}
