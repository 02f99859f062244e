import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../domain/rows.ts';
import { useNow } from '../data/clock.ts';
import { useCommands, useOne } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { useLocale } from '../parts/locale.ts';
import { Notice } from '../parts/notice.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { formatMoment } from '../text/format.ts';

type Acting = NonNullable<AccountRow['support']>[number];

const SUPPORT = ['support'] as const;

/** Tells staff on a server's pages that they act on it by what its owner let them, and lets them end that. */
export function ActingNote({ serverId }: { readonly serverId: string }) {
  const { support = [] } = useOne({ view: 'account' }, SUPPORT).row ?? {};
  const acting = support.find(({ servers }) => servers.includes(serverId));
  return acting === undefined ? null : <Note acting={acting} />;
}

function Note({ acting }: { readonly acting: Acting }) {
  const { t } = useTranslation('support');
  const locale = useLocale();
  const now = useNow();
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const { id, kind, identifier: name, until } = acting;
  if (until <= now) return null;
  const end = () =>
    open((close) => (
      <Confirm
        title={t('acting.question')}
        action={t('end')}
        done={t('acting.ended')}
        onYes={() => commands.call('supportEnd', { params: { authorization_id: id }, body: {} })}
        onClose={close}
      >
        <p>{t(`acting.text.${kind}`, { name })}</p>
      </Confirm>
    ));
  return (
    <>
      <Notice
        slim
        action={
          <Button kind="quiet" onClick={end}>
            {t('end')}
          </Button>
        }
      >
        {t(`acting.${kind}`, { name, until: formatMoment(until, locale) })}
      </Notice>
      {dialog}
    </>
  );
}
