import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TakingRefused } from '../../protocol/invitations/limits.ts';
import type { CommandError } from '../../worker/contract.ts';
import { useCommands } from '../data/use-view.ts';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';

/** A server where it could not be taken back, and why. */
export interface Left {
  readonly server_id: string;
  readonly outcome: TakingRefused;
}

/** Takes invitations back, with what they gave, and says so; answers where it could not, or null where it got lost. */
export function useTakeBack() {
  const { t } = useTranslation('invitations');
  const commands = useCommands();
  const [busy, setBusy] = useState(false);
  const takeBack = async (ids: readonly string[]): Promise<readonly Left[] | null> => {
    setBusy(true);
    const outcomes = await Promise.all(
      ids.map((invite_id) => commands.call('inviteRevoke', { params: { invite_id }, body: {} })),
    );
    setBusy(false);
    const left: Left[] = [];
    let taken = 0;
    for (const outcome of outcomes) {
      if (!outcome.ok && !isGone(outcome.error)) {
        toast(errorText(outcome.error), 'bad');
        return null;
      }
      for (const one of outcome.ok ? outcome.value.results : []) {
        if (one.outcome === 'taken' || one.outcome === 'unchanged') taken += 1;
        else left.push({ server_id: one.server_id, outcome: one.outcome });
      }
    }
    if (left.length === 0) toast(t('takenBack'));
    else toast(t('takenPart', { taken, count: taken + left.length }), 'bad');
    return left;
  };
  return { busy, takeBack };
}

/** An earlier try, whose answer got lost, has taken it back. */
function isGone(error: CommandError): boolean {
  return error.kind === 'problem' && error.problem.code === 'not-found';
}
