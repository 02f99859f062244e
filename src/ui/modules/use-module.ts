import { useTranslation } from 'react-i18next';
import type { Modules } from '../../protocol/modules/fields.ts';
import type { RowOf } from '../../protocol/resources/registry.ts';
import type { TabCommands } from '../data/connect.ts';
import { useCommands } from '../data/use-view.ts';
import { toast } from '../parts/toasts.tsx';
import { errorText } from '../text/problem-text.ts';

export type ModuleRow = RowOf<'modules'>;
type ModuleName = Exclude<keyof Modules, 'whitelist'>;

/** Saves one module of a server, and what it was before again. `was`: what whoever saves has seen. */
export function useModule<M extends ModuleName>(serverId: string, module: M) {
  const { t } = useTranslation('modules');
  const commands = useCommands();
  const set = (to: Modules[M], was: Modules[M]) => send(commands, serverId, module, to, was);
  const back = async (to: Modules[M], was: Modules[M]) => {
    const outcome = await set(was, to);
    if (outcome.ok) toast(t('undone'));
    else toast(errorText(outcome.error), 'bad');
  };
  return {
    set,
    /** Says that it is saved, and takes it back where somebody asks. */
    saved: (to: Modules[M], was: Modules[M]) =>
      toast(t('saved', { module: t(`${module}.title`) }), 'good', () => void back(to, was)),
  };
}

function send<M extends ModuleName>(
  commands: TabCommands,
  server_id: string,
  module: M,
  to: Modules[M],
  was: Modules[M],
) {
  const body = { [module]: to, was: { [module]: was } };
  return commands.call('modulesSet', { params: { server_id }, body });
}

/** What a panel is given that says how many of those who are on it would kick. */
export interface CountingPanel {
  readonly serverId: string;
  readonly row: ModuleRow;
  /** What says why nothing can be changed here. */
  readonly why: string | undefined;
  /** Whether the account may see how many of those who are on it would kick. */
  readonly counts: boolean;
  /** Whether it may see whom it would have kept out of late. */
  readonly past: boolean;
}
