import './walls.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Wall, WallDefinition } from '../../protocol/walls/fields.ts';
import { useCommands } from '../data/use-view.ts';
import { Loading } from '../frame/loading.tsx';
import { Button } from '../parts/button.tsx';
import { CallError } from '../parts/call-error.tsx';
import { Notice } from '../parts/notice.tsx';
import { newRequestId } from '../parts/request-id.ts';
import { useTitle } from '../parts/title.ts';
import { toast } from '../parts/toasts.tsx';
import { to } from '../routes.ts';
import { useWallsCall } from './use-walls-call.ts';
import { draftOf, newScene } from './wall-draft.ts';
import { WallForm } from './wall-form.tsx';

/** Seconds that a scene of a new wall is shown. */
const ROTATION = 20;

/** `/walls/new`. */
export function NewWallPage() {
  const { t } = useTranslation('walls');
  useTitle(t('form.new'));
  const commands = useCommands();
  const [, navigate] = useLocation();
  const [initial] = useState(() => ({
    name: '',
    scenes: [newScene(newRequestId(), t('form.firstScene'))],
    rotation: String(ROTATION),
    pinned: '',
    sound: false,
  }));
  const save = async (wall: WallDefinition) => {
    const outcome = await commands.call('wallCreate', { body: { wall } });
    if (outcome.ok) {
      toast(t('saved'));
      navigate(to.walls());
    }
    return outcome;
  };
  return (
    <div className="stack walls-form">
      <Link href={to.walls()}>{t('back')}</Link>
      <h1>{t('form.new')}</h1>
      <WallForm initial={initial} preview={null} onSave={save} onChanged={() => undefined} />
    </div>
  );
}

/** `/walls/:wall_id`. */
export function EditWallPage({ wallId }: { readonly wallId: string }) {
  const { t } = useTranslation('walls');
  useTitle(t('form.edit'));
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
  const [base, setBase] = useState(newest);
  const [changed, setChanged] = useState(false);
  const [saving, setSaving] = useState(false);
  const load = () => {
    setBase(newest);
    setChanged(false);
  };
  // What nobody has touched shows what it is now.
  if (newest.revision !== base.revision && !changed && !saving) load();
  const save = async (wall: WallDefinition) => {
    setSaving(true);
    const params = { wall_id: base.wall_id };
    const body = { wall, revision: base.revision };
    const outcome = await commands.call('wallUpdate', { params, body });
    setSaving(false);
    if (outcome.ok) {
      toast(t('saved'));
      navigate(to.walls());
    }
    return outcome;
  };
  return (
    <>
      {newest.revision === base.revision || saving ? null : (
        <Notice tone="warn" action={<Button onClick={load}>{t('form.loadTheirs')}</Button>}>
          {t('form.changedMeanwhile')}
        </Notice>
      )}
      <WallForm
        key={base.revision}
        initial={draftOf(base)}
        preview={to.wall(base.wall_id)}
        onSave={save}
        onChanged={setChanged}
      />
    </>
  );
}
