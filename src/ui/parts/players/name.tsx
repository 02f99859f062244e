import { useTranslation } from 'react-i18next';

/**
 * What somebody or something is called: hostile input that keeps its own direction of writing. Who has no name any
 * more was erased.
 */
export function Name({ children }: { readonly children: string | undefined }) {
  const { t } = useTranslation('common');
  return children === '' ? t('erased.player') : <bdi>{children}</bdi>;
}
