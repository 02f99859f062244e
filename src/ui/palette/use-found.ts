import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchAnswer, SearchQuestion } from '../../domain/search/search.ts';
import { useCommands, useWorkerState } from '../data/use-view.ts';
import type { Reach } from '../pages.ts';
import { isPlayerDeed, sentenceOf, SHOWN, type Found } from './build.ts';

const NOTHING: SearchAnswer = { servers: [], players: [], found: { servers: 0, players: 0 } };
const BEFORE: Found = { text: '', answer: NOTHING, named: null };
const NAMED = 8;

/**
 * What the worker finds for what is typed. What was found before stays until the answer is there;
 * `current` tells whether it is.
 */
export function useFound(text: string, recent: readonly string[], reach: Reach) {
  const { t } = useTranslation('palette');
  const commands = useCommands();
  const worker = useWorkerState().kind;
  const [found, setFound] = useState<Found | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let wanted = true;
    const ask = (part: Partial<SearchQuestion>) =>
      commands.search({ text, servers: SHOWN, players: SHOWN, recent, ...part });
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
        setFound({ text, answer, named: second });
        setFailed(false);
      },
      () => {
        if (!wanted) return;
        setFound({ text, answer: NOTHING, named: null });
        setFailed(true);
      },
    );
    return () => {
      wanted = false;
    };
  }, [commands, text, recent, reach, t, worker]);
  return { found: found ?? BEFORE, failed, current: found?.text === text };
}
