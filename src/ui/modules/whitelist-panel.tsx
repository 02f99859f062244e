import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useResource } from '../data/use-resource.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Panel } from '../parts/panel.tsx';
import { Status } from '../parts/status.tsx';
import { toast } from '../parts/toasts.tsx';
import { WhoGives } from '../parts/who-gives.tsx';
import { errorText } from '../text/problem-text.ts';
import { ModuleBacktest } from './module-backtest.tsx';
import type { ModuleRow } from './use-module.ts';
import { UsedBuckets } from './used-buckets.tsx';
import { WhitelistWouldKick } from './would-kick.tsx';

/** Without a module the whitelist is asked. */
const NOTHING_ELSE = {};

type Whitelist = ModuleRow['whitelist'];

/** Whether only those on a whitelist may play, and whether that is paused. */
export function WhitelistPanel({
  serverId,
  row: { whitelist },
  why,
  past,
}: {
  readonly serverId: string;
  readonly row: ModuleRow;
  readonly why?: string | undefined;
  /** Whether the account may see whom it would have kept out of late. */
  readonly past: boolean;
}) {
  const { t } = useTranslation('modules');
  const commands = useCommands();
  const none = useId();
  const buckets = useResource('serverBuckets', serverId).rows.filter(
    ({ type }) => type === 'WHITELIST',
  );
  const { active, paused } = whitelist;
  const state = !active ? 'off' : paused ? 'paused' : 'on';
  const set = async (to: Whitelist, undone: boolean, was = whitelist) => {
    const outcome = await commands.call('whitelistSet', {
      params: { server_id: serverId },
      body: { ...to, was },
    });
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
    else if (undone) toast(t('undone'));
    else toast(t('saved', { module: t('whitelist.title') }), 'good', () => void set(was, true, to));
  };
  return (
    <Panel
      title={t('whitelist.title')}
      tools={
        state === 'off' ? (
          <span className="soft">{t('off')}</span>
        ) : (
          <Status tone={state === 'on' ? 'good' : 'warn'}>
            {t(state === 'on' ? 'on' : 'whitelist.isPaused')}
          </Status>
        )
      }
    >
      <div className="stack module">
        <p className="soft">{t('whitelist.does')}</p>
        <UsedBuckets serverId={serverId} type="WHITELIST" module="whitelist" id={none} />
        <div role="status">
          {why === undefined && buckets.length > 0 && state !== 'on' ? (
            <WhitelistWouldKick serverId={serverId} />
          ) : null}
        </div>
        {past && buckets.length > 0 ? (
          <ModuleBacktest serverId={serverId} module="whitelist" tried={NOTHING_ELSE} />
        ) : null}
        {why === undefined ? (
          <div className="actions">
            <Button
              kind={active ? 'plain' : 'primary'}
              why={!active && buckets.length === 0 ? none : undefined}
              onClick={() => void set({ active: !active, paused: false }, false)}
            >
              {t(active ? 'whitelist.turnOff' : 'whitelist.turnOn')}
            </Button>
            {active ? (
              <Button onClick={() => void set({ active, paused: !paused }, false)}>
                {t(paused ? 'whitelist.resume' : 'whitelist.pause')}
              </Button>
            ) : null}
          </div>
        ) : (
          <p className="soft">
            {t('whitelist.notYours')} <WhoGives serverId={serverId} />
          </p>
        )}
      </div>
    </Panel>
  );
}
