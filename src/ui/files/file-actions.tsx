import { Download, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { apiOrigin } from '../data/api-origin.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { permissionName } from '../text/permission-name.ts';

/** What can be done with a kept file. */
export function FileActions({
  file: { id, server_id, name },
  reads,
  deletes,
}: {
  readonly file: { readonly id: string; readonly server_id: string; readonly name: string };
  readonly reads: boolean;
  readonly deletes: boolean;
}) {
  const { t } = useTranslation('files');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const why = useId();
  return (
    <>
      {reads ? (
        <a
          className="button"
          data-kind="plain"
          href={`${apiOrigin()}/app/v1/server/${server_id}/files/${id}/download`}
          download={name}
          aria-label={t('downloadOne', { name })}
        >
          <Download />
          {t('download')}
        </a>
      ) : (
        <>
          <Button icon={<Download />} aria-label={t('downloadOne', { name })} why={why}>
            {t('download')}
          </Button>
          <span id={why} hidden>
            {t('noDownload', { permission: permissionName('server.view.personal') })}
          </span>
        </>
      )}
      {deletes ? (
        <Button
          icon={<Trash2 />}
          aria-label={t('deleteOne', { name })}
          onClick={() =>
            open((close) => (
              <Confirm
                title={t('deleteTitle', { name })}
                action={t('delete')}
                done={t('deleted')}
                onClose={close}
                onYes={() =>
                  commands.call('fileDelete', { params: { server_id, file_id: id }, body: {} })
                }
              >
                <p>{t('deleteText')}</p>
              </Confirm>
            ))
          }
        />
      ) : null}
      {dialog}
    </>
  );
}
