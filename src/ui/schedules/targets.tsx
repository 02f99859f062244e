/** To which servers a job or a message goes, and to which not. */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../domain/permissions.ts';
import type { AccountRow, ServerRow } from '../../domain/rows.ts';
import type { Unfit } from '../../domain/schedules/checks.ts';
import type { Game } from '../../protocol/enumerations.ts';
import type { ServerPermission } from '../../protocol/permissions.ts';
import { useServers } from '../actions/use-servers.ts';
import { Who, type LeftOut } from '../actions/who.tsx';
import { Notice } from '../parts/notice.tsx';
import { ServerChoice } from '../parts/server-choice.tsx';

/** The servers that something begun on some of them goes to, with those that are chosen beside them. */
export function useTargets(serverIds: readonly string[]) {
  const [also, setAlso] = useState<readonly string[]>([]);
  const ids = useMemo(() => [...new Set([...serverIds, ...also])], [serverIds, also]);
  const servers = useServers(ids);
  // What is copied has no server of its own.
  return { servers, alone: ids.length === 1 && serverIds.length === 1, also, setAlso };
}
export type Targets = ReturnType<typeof useTargets>;

export interface Parted {
  readonly able: readonly ServerRow[];
  readonly left: readonly LeftOut[];
}

/** The servers that take it of this account, and the others with why not. */
export function partedBy(
  account: AccountRow,
  servers: readonly ServerRow[],
  asks: {
    /** It goes to one, whose form says itself what does not do. */
    readonly alone: boolean;
    /** What it needs of a server. */
    readonly needed: (game: Game) => readonly ServerPermission[];
    /** What does not do of it there. */
    readonly unfit: (game: Game) => Readonly<Partial<Record<string, Unfit>>>;
    /** That the game cannot, in words. */
    readonly cannot: string;
  },
): Parted {
  const able: ServerRow[] = [];
  const left: LeftOut[] = [];
  for (const server of servers) {
    const { game } = server.configuration;
    const needed = ['server.modify.configuration', ...asks.needed(game)] as const;
    const unfit = Object.values(asks.unfit(game));
    const needs = needed.filter((name) => !may(account, server.id, name));
    if (needs.length > 0) {
      left.push({ server, why: { kind: 'permission', needs } });
    } else if (!asks.alone && unfit.includes('not_in_game')) {
      left.push({ server, why: { kind: 'now', text: asks.cannot } });
    } else able.push(server);
  }
  return { able, left };
}

/** Whether further servers are offered: not where many were chosen before, nor for what is there already. */
export function offeredFor(
  serverIds: readonly string[],
  row: object | null,
): 'open' | 'closed' | null {
  if (serverIds.length === 0) return 'open';
  return row === null && serverIds.length === 1 ? 'closed' : null;
}

/** Offers further servers for what is new on one, and shows who gets it where there are several. */
export function TargetFields({
  targets: { servers, alone, also, setAlso },
  parted: { able, left },
  account,
  offered,
  why,
}: {
  readonly targets: Targets;
  readonly parted: Parted;
  readonly account: AccountRow;
  /** Whether further servers can be chosen, and whether that is what one came for. */
  readonly offered: 'open' | 'closed' | null;
  /** The id of what says why it goes to none. */
  readonly why: string;
}) {
  const { t } = useTranslation('schedules');
  return (
    <>
      {offered === null ? null : (
        <details open={offered === 'open'}>
          <summary>{t(offered === 'open' ? 'form.on' : 'form.alsoOn')}</summary>
          <ServerChoice
            label={t(offered === 'open' ? 'form.on' : 'form.alsoOn')}
            chosen={also}
            most={Object.keys(account.servers).length}
            onChosen={setAlso}
          />
        </details>
      )}
      {alone || servers.length === 0 ? null : <Who able={able} left={left} />}
      {able.length > 0 ? null : servers.length === 0 ? (
        <p className="soft" id={why}>
          {t('form.choose')}
        </p>
      ) : (
        <Notice tone="warn">
          <span id={why}>{t(alone ? 'form.foreign' : 'form.nowhere')}</span>
        </Notice>
      )}
    </>
  );
}
