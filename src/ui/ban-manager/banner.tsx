import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { BAN_LIMIT } from '../../protocol/bans/limits.ts';
import { banErrorText, type BanList } from '../bans/known/ban-list.ts';
import { useCommands } from '../data/use-view.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Panel } from '../parts/panel.tsx';
import { toast } from '../parts/toasts.tsx';
import { useDialog } from '../parts/use-dialog.ts';
import { isolated } from '../text/isolated.ts';

const { bytes: BYTES, width: WIDTH, height: HEIGHT } = BAN_LIMIT.banner;

/** The banner of a list, drawn from its bytes: nothing of it is loaded by an address. */
export function Banner({
  content,
  list,
}: {
  /** In base64; null: it has none, or it is not here yet. */
  readonly content: string | null;
  readonly list: string;
}) {
  const { t } = useTranslation('bans');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (content === null) return;
    let wanted = true;
    const show = async () => {
      const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
      const picture = await pictureOf(new Blob([bytes]));
      if (wanted && picture !== null && canvas.current !== null) draw(picture, canvas.current);
      if (wanted) setDrawn(picture !== null);
    };
    void show();
    return () => {
      wanted = false;
    };
  }, [content]);
  if (content === null) return null;
  return (
    <canvas
      ref={canvas}
      className="ban-banner"
      role="img"
      aria-label={t('profile.banner.of', { list: isolated(list) })}
      hidden={!isDrawn}
    />
  );
}

/** Gives a list a banner, another one, or none. */
export function BannerPanel({
  list,
  content,
  onChanged,
}: {
  readonly list: BanList;
  readonly content: string | null;
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation('bans');
  const commands = useCommands();
  const [dialog, open] = useDialog();
  const [hint, says] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const isRemoved = useRef(false);
  useEffect(() => {
    if (content !== null || !isRemoved.current) return;
    // The button that had the focus has gone with the banner.
    isRemoved.current = false;
    choose.current?.focus();
  }, [content]);
  const [sending, setSending] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const params = { banlist_id: list.id };
  const send = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file === undefined) return;
    // The same file can be chosen again.
    target.value = '';
    const name = isolated(file.name);
    setWrong(null);
    setSending(name);
    const fitted = await fit(file);
    if (typeof fitted === 'string') {
      setSending(null);
      return setWrong(t(`profile.banner.${fitted}`, { name }));
    }
    const body = { content: await inBase64(fitted) };
    const outcome = await commands.call('banListBannerSet', { params, body });
    setSending(null);
    if (!outcome.ok) return setWrong(banErrorText(outcome.error));
    toast(t('profile.banner.saved'));
    onChanged();
  };
  const remove = () =>
    open((close) => (
      <Confirm
        title={t('profile.banner.removeAsked')}
        action={t('profile.banner.remove')}
        done={t('profile.banner.removed')}
        refusalText={banErrorText}
        onYes={async () => {
          const outcome = await commands.call('banListBannerRemove', { params, body: {} });
          if (outcome.ok) {
            isRemoved.current = true;
            onChanged();
          }
          return outcome;
        }}
        onClose={close}
      >
        <p>{t('profile.banner.removeSays')}</p>
      </Confirm>
    ));
  const described = wrong === null ? hint : `${says} ${hint}`;
  return (
    <Panel title={t('profile.banner.title')}>
      <div className="stack">
        <Banner content={content} list={list.identifier} />
        <p id={hint} className="soft">
          {sending === null
            ? t('profile.banner.text', { width: WIDTH, height: HEIGHT })
            : t('profile.banner.sending', { name: sending })}
        </p>
        <div className="actions">
          <Button
            ref={choose}
            busy={sending !== null}
            aria-describedby={described}
            onClick={() => input.current?.click()}
          >
            {t('profile.banner.choose')}
          </Button>
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept="image/png,image/jpeg,image/webp"
            tabIndex={-1}
            aria-label={t('profile.banner.choose')}
            aria-describedby={described}
            aria-invalid={wrong !== null}
            onChange={(event) => void send(event)}
          />
          {content === null ? null : <Button onClick={remove}>{t('profile.banner.remove')}</Button>}
        </div>
        {wrong === null ? null : (
          <p id={says} className="wrong" role="alert">
            {wrong}
          </p>
        )}
        {dialog}
      </div>
    </Panel>
  );
}

/** null: it is none that can be read. */
async function pictureOf(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file);
  } catch {
    return null;
  }
}

function draw(picture: ImageBitmap, canvas: HTMLCanvasElement): void {
  const by = Math.min(1, WIDTH / picture.width, HEIGHT / picture.height);
  canvas.width = Math.max(1, Math.floor(picture.width * by));
  canvas.height = Math.max(1, Math.floor(picture.height * by));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
}

/** A picture as the host takes it, painted anew: what else stood in the file, as where it was taken, is not in it. */
async function fit(file: File): Promise<Blob | 'unreadable' | 'tooLarge'> {
  const picture = await pictureOf(file);
  if (picture === null) return 'unreadable';
  const canvas = document.createElement('canvas');
  draw(picture, canvas);
  for (const type of ['image/webp', 'image/jpeg']) {
    for (const quality of [0.9, 0.6]) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
      // A browser that cannot write a kind writes another, larger one.
      if (blob?.type === type && blob.size <= BYTES) return blob;
    }
  }
  return 'tooLarge';
}

async function inBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
