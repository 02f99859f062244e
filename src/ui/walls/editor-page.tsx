import './walls.css';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Link, useLocation } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { wall, type Wall, type WallDefinition } from '../../protocol/walls/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { keepDraft, keptAs, readDraft, type Keeper } from '../parts/kept-draft.ts';
import { Notice } from '../parts/notice.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { AbsentWall } from './screen/absent-wall.tsx';
import { useSavedWall } from './screen/use-saved-wall.ts';
import { draftOf, newScene, wallDraft, type WallDraft } from './wall-draft.ts';
import { WallForm } from './wall-form.tsx';

const NEW_WALL = keptAs<WallDraft>('wall:new', wallDraft.partial());
/** What is changed goes with the wall that it was made of: another may have changed that in the meantime. */
const keptEdit = z.object({ base: wall, draft: wallDraft.partial() });

/** Seconds that a scene of a new wall is shown. */
const ROTATION = 20;

/** `/walls/new`. */
export function NewWallPage() {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const [, navigate] = useLocation();
  const [initial] = useState(() => ({
    name: '',
    scenes: [newScene(newRequestId(), t('form.firstScene'))],
    rotation: String(ROTATION),
    pinned: '',
    sound: false,
  }));
  const made = useRef('');
  const create = async (definition: WallDefinition) => {
    const outcome = await commands.call('wallCreate', { body: { wall: definition } });
    if (outcome.ok) made.current = outcome.value.wall_id;
    return outcome;
  };
  return (
    <div className="stack walls-form">
      <Link href={to.walls()}>{t('back')}</Link>
      <h1>{t('form.new')}</h1>
      <WallForm
        initial={initial}
        keep={NEW_WALL}
        onSave={create}
        onSaved={() => navigate(to.wall(made.current))}
      />
    </div>
  );
}

/** `/walls/:wall_id`. */
export function EditWallPage({ wallId }: { readonly wallId: string }) {
  const { t } = useTranslation(['walls', 'wall']);
  const saved = useSavedWall(wallId);
  const { wall, gone, error } = saved;
  if (gone && wall === null) {
    return (
      <div className="stack walls-form">
        <AbsentWall saved={saved} />
      </div>
    );
  }
  return (
    <div className="stack walls-form">
      <Link href={to.walls()}>{t('back')}</Link>
      <h1>{t('form.edit')}</h1>
      {gone ? <Notice tone="warn">{t('gone.meanwhile', { ns: 'wall' })}</Notice> : null}
      {!gone && (wall === null || error !== null) ? <AbsentWall saved={saved} /> : null}
      {wall === null ? null : <Editor newest={wall} />}
    </div>
  );
}

function Editor({ newest }: { readonly newest: Wall }) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const [, navigate] = useLocation();
  const name = `wall:${newest.wall_id}`;
  const [base, setBase] = useState(() => readDraft(name, keptEdit)?.base ?? newest);
  const [changed, setChanged] = useState(() => readDraft(name, keptEdit) !== null);
  const [saving, setSaving] = useState(false);
  const initial = useMemo(() => draftOf(base), [base]);
  const keep: Keeper<WallDraft> = {
    read: () => (readDraft(name, keptEdit)?.draft ?? null) as Partial<WallDraft> | null,
    write: (draft) => {
      setChanged(draft !== null);
      keepDraft(name, draft === null ? null : { base, draft });
    },
  };
  const load = () => {
    setBase(newest);
    setChanged(false);
  };
  const loadTheirs = () => {
    keepDraft(name, null);
    load();
  };
  // What nobody has touched shows what it is now.
  if (newest.revision !== base.revision && !changed && !saving) load();
  const save = async (definition: WallDefinition) => {
    setSaving(true);
    const params = { wall_id: base.wall_id };
    const body = { wall: definition, revision: base.revision };
    const outcome = await commands.call('wallUpdate', { params, body });
    if (!outcome.ok) setSaving(false);
    return outcome;
  };
  return (
    <>
      {newest.revision === base.revision || saving ? null : (
        <Notice tone="warn" action={<Button onClick={loadTheirs}>{t('form.loadTheirs')}</Button>}>
          {t('form.changedMeanwhile')}
        </Notice>
      )}
      <WallForm
        key={base.revision}
        initial={initial}
        keep={keep}
        onSave={save}
        onSaved={() => navigate(to.wall(base.wall_id))}
      />
    </>
  );
}
