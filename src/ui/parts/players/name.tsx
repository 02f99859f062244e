import { useTranslation } from 'react-i18next';
import { shownName } from '../../text/player-name.ts';

/**
 * What somebody or something is called: hostile input that keeps its own direction of writing. Who has no name any
 * more was erased.
 */
export function Name({ children }: { readonly children: string | undefined }) {
  useTranslation('common');
  return <bdi>{children === undefined ? null : shownName(children)}</bdi>;
}
