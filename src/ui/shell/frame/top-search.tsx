import { Search } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isShown } from '../../../domain/routes/gates.ts';
import { ROUTES } from '../../../domain/routes/routes.ts';
import { SEARCH_TEXT } from '../../../protocol/players/limits.ts';
import type { CommandError } from '../../../worker/contract.ts';
import { useMinute } from '../../data/clock.ts';
import { useCommands, useOne, useReplaying } from '../../data/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { toast } from '../../parts/toasts.tsx';
import { SearchResults } from './search-results.tsx';
import type { Result } from './search-result.ts';

/** The search for people in the top bar: what is found opens in a table over the page. First specification, section 2. */
export function TopSearch() {
  const { t } = useTranslation('persons');
  const account = useOne({ view: 'account' }).row;
  const replaying = useReplaying();
  const now = useMinute();
  const commands = useCommands();
  const why = useId();
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<'still' | 'asking' | 'nobody'>('still');
  const [found, setFound] = useState<{ text: string; results: readonly Result[] } | null>(null);
  if (replaying || account === undefined || !isShown(ROUTES.search, account, now)) return null;
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    if (text === '' || state === 'asking') return;
    setState('asking');
    const outcome = await commands.call('globalQuery', { body: { identifier: text } });
    if (!outcome.ok) {
      setState('still');
      toast(t(isTooOften(outcome.error) ? 'top.slow' : 'top.failed'), 'bad');
      return;
    }
    const { status, results } = outcome.value;
    setState(status ? 'still' : 'nobody');
    if (status) setFound({ text, results });
  };
  const refused = state === 'nobody';
  return (
    <>
      <form
        className="top-search"
        role="search"
        aria-label={t('top.label')}
        onSubmit={(event) => void ask(event)}
      >
        <input
          className="input"
          type="search"
          value={typed}
          maxLength={SEARCH_TEXT.max}
          placeholder={t('top.label')}
          aria-label={t('top.label')}
          aria-invalid={refused}
          aria-describedby={refused ? why : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            if (refused) setState('still');
          }}
        />
        <Button
          type="submit"
          kind="quiet"
          icon={<Search />}
          busy={state === 'asking'}
          aria-label={t('top.label')}
        />
        <span id={why} aria-live="polite" className="top-search-why">
          {refused ? t('top.nobody') : null}
        </span>
      </form>
      {found === null ? null : <SearchResults {...found} onClose={() => setFound(null)} />}
    </>
  );
}

function isTooOften(error: CommandError): boolean {
  return error.kind === 'problem' && error.problem.code === 'rate-limited';
}
