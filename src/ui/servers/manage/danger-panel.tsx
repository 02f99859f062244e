import { useTranslation } from 'react-i18next';
import type { ServerRow } from '../../../domain/rows.ts';
import { serverDelete } from '../../../protocol/servers/calls.ts';
import { OwnBans } from '../../bans/own-bans.tsx';
import { useCommands } from '../../data/use-view.ts';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TypedForm } from '../../parts/typed-form.tsx';
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
  return (
    <Panel title={t('danger.title')}>
      {deleting !== null ? (
        <div className="stack">
          <Notice tone="warn">{t(`danger.state.${deleting}`)}</Notice>
          <OwnBans server={server} />
        </div>
      ) : (
        <TypedForm
          form={form}
          field={form.field('identifier')}
          name={identifier}
          label={t('danger.confirm', { identifier })}
          action={t('danger.delete')}
        >
          <p className="soft">{t('danger.text')}</p>
          <OwnBans server={server} />
        </TypedForm>
      )}
    </Panel>
  );
}
