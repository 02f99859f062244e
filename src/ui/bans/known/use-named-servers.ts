import { useTranslation } from 'react-i18next';
import { useLocale } from '../../parts/locale.ts';
import { formatList } from '../../text/format.ts';
import { isolated } from '../../text/isolated.ts';

/** So many servers are named. */
const NAMED = 3;

/** Says names of servers in a sentence: the first of them, and how many more there are. */
export function useNamedServers(): (names: readonly string[]) => string {
  const { t } = useTranslation('bans');
  const locale = useLocale();
  return (names) => {
    const more = names.length - NAMED;
    const rest = more > 0 ? [t('player.more', { count: more })] : [];
    const named = names.slice(0, NAMED).map(isolated);
    return formatList(new Set([...named, ...rest]), 'conjunction', locale);
  };
}
