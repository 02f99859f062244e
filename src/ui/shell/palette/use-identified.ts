import { useEffect, useState } from 'react';
import type { AccountRow } from '../../../domain/rows.ts';
import { identifierIn } from '../../../domain/search/identifier.ts';
import type { Identified } from '../../../domain/search/search.ts';
import { useCommands } from '../../data/use-view.ts';

/** Whoever types or pastes is let end first. */
const PAUSE_MS = 250;
const MOST = 20;
const NOBODY: readonly Identified[] = [];

/** Whom the host knows by an identifier. */
export interface IdentifiedBy {
  /** `none`: nothing was asked, since nothing looks like an identifier or the account may not know any. */
  readonly state: 'none' | 'asking' | 'told' | 'unknown';
  readonly players: readonly Identified[];
}

const NOT_ASKED: IdentifiedBy = { state: 'none', players: NOBODY };
const ASKING: IdentifiedBy = { state: 'asking', players: NOBODY };
const UNKNOWN: IdentifiedBy = { state: 'unknown', players: NOBODY };

/**
 * Asks the host who is on by an address or identifier that begins as typed: rows tell them of those servers alone
 * that are looked at. `connected`: whether the host can be asked.
 */
export function useIdentified(
  text: string,
  account: AccountRow | undefined,
  connected: boolean,
): IdentifiedBy {
  const commands = useCommands();
  const [told, setTold] = useState<{ of: string; by: IdentifiedBy } | null>(null);
  const beginning = maySeeAny(account) ? identifierIn(text) : null;
  useEffect(() => {
    if (beginning === null || !connected) return;
    let wanted = true;
    const ask = async () => {
      const query = { beginning, limit: MOST };
      const answer = await commands.call('playersByIdentifier', { query });
      if (!wanted) return;
      const by: IdentifiedBy = answer.ok
        ? { state: 'told', players: answer.value.players }
        : UNKNOWN;
      setTold({ of: beginning, by });
    };
    const timer = setTimeout(() => void ask(), PAUSE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
      setTold(null);
    };
  }, [commands, beginning, connected]);
  if (beginning === null) return NOT_ASKED;
  if (told?.of === beginning) return told.by;
  return connected ? ASKING : UNKNOWN;
}

function maySeeAny(account: AccountRow | undefined): boolean {
  return Object.values(account?.servers ?? {}).some((permissions) =>
    permissions.includes('server.view.personal'),
  );
}
