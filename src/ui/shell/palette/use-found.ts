import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountRow } from '../../../domain/rows.ts';
import type { SearchAnswer, SearchQuestion } from '../../../domain/search/search.ts';
import { useCommands, useWorkerState } from '../../data/use-view.ts';
import type { Reach } from '../keys/reach.ts';
import { isPlayerDeed, sentenceOf, type Found } from './build.ts';
import { SHOWN } from './items.ts';
import { useIdentified } from './use-identified.ts';

const NOTHING: SearchAnswer = { servers: [], players: [], found: { servers: 0, players: 0 } };
const BEFORE: Found = { text: '', identified: [], answer: NOTHING, named: null };
const NAMED = 8;

interface Asking {
  readonly recent: readonly string[];
  readonly reach: Reach;
  readonly account: AccountRow | undefined;
  /** Whether the host can be asked for what the worker does not know. */
  readonly connected: boolean;
}

/**
 * What the worker finds for what is typed, and the host by identifiers. What was found before stays until the
 * answer is there; `current` tells whether it is. `unidentified`: the host could not be asked.
 */
export function useFound(text: string, { recent, reach, account, connected }: Asking) {
  const { t } = useTranslation('palette');
  const commands = useCommands();
  const worker = useWorkerState().kind;
  const [found, setFound] = useState<Found | null>(null);
  const [failed, setFailed] = useState(false);
  const rest = sentenceOf(text, reach, t)?.rest ?? '';
  // A recording tells the identifiers that it tells: nobody else is asked.
  const asker = reach.from === 'portal' ? account : undefined;
  const { state, players: identified } = useIdentified(rest || text, asker, connected);
  useEffect(() => {
    let wanted = true;
    const ask = (part: Partial<SearchQuestion>) =>
      commands.search({ text, servers: SHOWN, players: SHOWN, recent, identified, ...part });
    const sentence = sentenceOf(text, reach, t);
    const named =
      sentence === null || sentence.rest === ''
        ? null
        : ask({
            text: sentence.rest,
            servers: sentence.names.every(isPlayerDeed) ? 0 : NAMED,
            players: sentence.names.some(isPlayerDeed) ? NAMED : 0,
          });
    const first = text.trim() === '' ? { servers: SHOWN + recent.length, players: 0 } : {};
    Promise.all([ask(first), named]).then(
      ([answer, second]) => {
        if (!wanted) return;
        setFound({ text, identified, answer, named: second });
        setFailed(false);
      },
      () => {
        if (!wanted) return;
        setFound({ text, identified, answer: NOTHING, named: null });
        setFailed(true);
      },
    );
    return () => {
      wanted = false;
    };
  }, [commands, text, recent, reach, t, worker, identified]);
  const shown = found ?? BEFORE;
  // Who is found already can be chosen while the host is asked who else there is.
  const whole = shown.identified === identified && state !== 'asking';
  return {
    found: shown,
    failed,
    current: found?.text === text && (whole || isAny(shown)),
    unidentified: state === 'unknown',
  };
}

function isAny({ answer, named }: Found): boolean {
  return [answer, named].some((one) => one !== null && one.found.servers + one.found.players > 0);
}
