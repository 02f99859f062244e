import { Trans, useTranslation } from 'react-i18next';

/** How to come from the demo to a Muster of one's own. `back`: the one that the demo was started from. */
export function SetUpPage({ back }: { readonly back: string | null }) {
  const { t } = useTranslation('auth');
  return (
    <>
      <ol className="set-up-steps">
        {back === null ? (
          <>
            <li>{t('demo.setUp.end')}</li>
            <li>
              <Trans t={t} i18nKey="demo.setUp.start" components={{ code: <code /> }} />
            </li>
          </>
        ) : (
          <li>
            <Trans
              t={t}
              i18nKey="demo.setUp.back"
              values={{ address: back }}
              components={{ a: <a href={back}>{back}</a> }}
            />
          </li>
        )}
        <li>{t('demo.setUp.found')}</li>
        <li>{t('demo.setUp.add')}</li>
      </ol>
      <p className="soft">{t('demo.setUp.gone')}</p>
    </>
  );
}
