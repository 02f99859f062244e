import './walls.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Link, useLocation } from 'wouter';
import { to } from '../../domain/routes/routes.ts';
import { wall, type Wall, type WallDefinition } from '../../protocol/walls/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { keepDraft, readDraft } from '../parts/kept-draft.ts';
import { Loading } from '../parts/loading.tsx';
import { Notice } from '../parts/notice.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { toast } from '../parts/toasts.tsx';
import { useWallsCall } from './screen/use-walls-call.ts';
import { draftOf, newScene, wallDraft, type WallDraft } from './wall-draft.ts';
import { WallForm } from './wall-form.tsx';

/** Under which names drafts are kept. */
const NEW = 'wall:new';
const nameOf = (wallId: string) => `wall:${wallId}`;
/** A draft goes with the wall that it was made of: another may have changed that meanwhile. */
const keptEdit = z.object({ base: wall, draft: wallDraft });

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
  const [kept] = useState(() => readDraft(NEW, wallDraft));
  const save = async (definition: WallDefinition) => {
    const outcome = await commands.call('wallCreate', { body: { wall: definition } });
    if (outcome.ok) {
      keepDraft(NEW, null);
      toast(t('saved'));
      navigate(to.walls());
    }
    return outcome;
  };
  return (
    <div className="stack walls-form">
      <Link href={to.walls()}>{t('back')}</Link>
      <h1>{t('form.new')}</h1>
      <WallForm
        initial={initial}
        kept={kept}
        preview={null}
        onSave={save}
        onDraft={(draft) => keepDraft(NEW, draft)}
      />
    </div>
  );
}

/** `/walls/:wall_id`. */
export function EditWallPage({ wallId }: { readonly wallId: string }) {
  const { t } = useTranslation('walls');
  const { answer, error, reload } = useWallsCall('wallRead', { params: { wall_id: wallId } });
  return (
    <div className="stack walls-form">
      <Link href={to.walls()}>{t('back')}</Link>
      <h1>{t('form.edit')}</h1>
      {error === null ? null : <CallError error={error} onRetry={reload} />}
      {answer === null && error === null ? <Loading lines={6} /> : null}
      {answer === null ? null : <Editor newest={answer.wall} />}
    </div>
  );
}

function Editor({ newest }: { readonly newest: Wall }) {
  const { t } = useTranslation('walls');
  const commands = useCommands();
  const [, navigate] = useLocation();
  const name = nameOf(newest.wall_id);
  const [kept, setKept] = useState(() => readDraft(name, keptEdit));
  const [base, setBase] = useState(kept?.base ?? newest);
  const [changed, setChanged] = useState(kept !== null);
  const [saving, setSaving] = useState(false);
  const keep = (draft: WallDraft | null) => {
    setChanged(draft !== null);
    keepDraft(name, draft === null ? null : { base, draft });
  };
  const load = () => {
    setBase(newest);
    setKept(null);
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
    setSaving(false);
    if (outcome.ok) {
      keepDraft(name, null);
      toast(t('saved'));
      navigate(to.walls());
    }
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
        initial={draftOf(base)}
        kept={kept?.draft ?? null}
        preview={to.wall(base.wall_id)}
        onSave={save}
        onDraft={keep}
      />
    </>
  );
}
