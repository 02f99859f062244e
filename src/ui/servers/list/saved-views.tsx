import './saved-views.css';
import { Menu } from '@base-ui/react/menu';
import { Bookmark, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { to } from '../../../domain/routes/routes.ts';
import type { RowOf } from '../../../protocol/resources/registry.ts';
import { VIEW_LIMIT } from '../../../protocol/saved-views/limits.ts';
import { useResource } from '../../data/use-resource.ts';
import { useCommands } from '../../data/use-view.ts';
import { SERVERS, type DashboardAddress } from '../../parts/addresses/servers.ts';
import { Button } from '../../parts/button.tsx';
import { toast } from '../../parts/toasts.tsx';
import { errorText } from '../../text/problem-text.ts';

const ViewDialog = lazy(async () => ({
  default: (await import('./view-dialog.tsx')).ViewDialog,
}));

type SavedView = Pick<RowOf<'views'>, 'id' | 'name' | 'address'>;

/** What was done last, and how it is taken back. */
interface Done {
  readonly text: string;
  readonly back: () => void;
}

/** What is done last can be taken back for so long. */
const UNDO_MS = 10_000;

/** The ways to look at the servers that the account has kept, and how to keep this one. */
export function SavedViews({ address }: { readonly address: DashboardAddress }) {
  const { t } = useTranslation('savedViews');
  const commands = useCommands();
  const { rows: views } = useResource('views', null);
  const shown = SERVERS.write(address);
  const current = views.find((view) => addressOf(view) === shown);
  /** The one that was opened last: what is changed since can be saved over it. */
  const [opened, setOpened] = useState<string | null>(null);
  if (current !== undefined && current.id !== opened) setOpened(current.id);
  const last = views.find(({ id }) => id === opened);
  const [asked, ask] = useState<'save' | 'rename' | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [done]);

  const save = async ({ id, name, address: kept }: SavedView) => {
    const params = { view_id: id };
    const outcome = await commands.call('viewSave', { params, body: { name, address: kept } });
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
    return outcome.ok;
  };
  const remove = async ({ id }: SavedView) => {
    const outcome = await commands.call('viewDelete', { params: { view_id: id }, body: {} });
    if (!outcome.ok) toast(errorText(outcome.error), 'bad');
    return outcome.ok;
  };
  const told = (text: string, back: () => Promise<boolean>) =>
    setDone({
      text,
      back: () => {
        setDone(null);
        void back().catch(reportError);
      },
    });
  const overwrite = async (view: SavedView) => {
    if (await save({ ...view, address: shown })) {
      told(t('overwritten', { name: view.name }), () => save(view));
    }
  };
  const discard = async (view: SavedView) => {
    if (await remove(view)) told(t('removed', { name: view.name }), () => save(view));
  };
  const full = views.length >= VIEW_LIMIT.views;

  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger className="button saved-views">
          <Bookmark className="icon" />
          <span className="name">{current?.name ?? t('label')}</span>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={6}>
            <Menu.Popup className="menu saved-views-menu" aria-label={t('label')}>
              <Menu.Group>
                <Menu.GroupLabel className="soft">
                  {t(views.length === 0 ? 'none' : 'label')}
                </Menu.GroupLabel>
                {[{ id: '', name: t('all'), address: '' }, ...views].map((view) => {
                  const here = addressOf(view) === shown;
                  return (
                    <Menu.Item
                      key={view.id}
                      aria-current={here ? 'page' : undefined}
                      render={<Link href={to.dashboard(addressOf(view))} />}
                    >
                      <span className="mark" data-on={here} aria-hidden="true" />
                      <span className="name">{view.name}</span>
                    </Menu.Item>
                  );
                })}
              </Menu.Group>
              <Menu.Separator className="separator" />
              <Menu.Group>
                {full ? (
                  <Menu.GroupLabel className="soft">
                    {t('most', { most: VIEW_LIMIT.views })}
                  </Menu.GroupLabel>
                ) : null}
                <Menu.Item disabled={full} onClick={() => ask('save')}>
                  {t('save')}
                </Menu.Item>
                {last === undefined ? null : (
                  <>
                    {current === undefined ? (
                      <Menu.Item onClick={() => void overwrite(last).catch(reportError)}>
                        {t('overwrite', { name: last.name })}
                      </Menu.Item>
                    ) : null}
                    <Menu.Item onClick={() => ask('rename')}>
                      {t('rename', { name: last.name })}
                    </Menu.Item>
                    <Menu.Item onClick={() => void discard(last).catch(reportError)}>
                      {t('remove', { name: last.name })}
                    </Menu.Item>
                  </>
                )}
              </Menu.Group>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {done === null ? null : (
        <span className="saved-views-done">
          <span role="status">{done.text}</span>
          <Button onClick={done.back}>{t('undo', { ns: 'common' })}</Button>
          <Button
            kind="quiet"
            icon={<X />}
            aria-label={t('dismiss', { ns: 'common' })}
            onClick={() => setDone(null)}
          />
        </span>
      )}
      <Suspense fallback={null}>
        {asked === 'save' || (asked === 'rename' && last !== undefined) ? (
          <ViewDialog
            views={views}
            address={asked === 'save' ? shown : (last?.address ?? shown)}
            renamed={asked === 'rename' ? (last ?? null) : null}
            onReplaced={(view) => told(t('overwritten', { name: view.name }), () => save(view))}
            onClose={() => ask(null)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** As this version writes it: what an older one saved is the same view. */
function addressOf({ address }: Pick<SavedView, 'address'>): string {
  return SERVERS.write(SERVERS.read(address));
}
