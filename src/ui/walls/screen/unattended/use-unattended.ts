import { useEffect, useRef, useState } from 'react';
import { connectionAt } from '../../../../domain/walls/staleness.ts';
import { CLOSE } from '../../../../protocol/close-codes.ts';
import { useCommands, useDataConnection } from '../../../data/use-view.ts';
import { ownEntry, servedEntry } from '../../../shell/reloading/build.ts';
import { after, createReloader } from '../../../shell/reloading/page-reloader.ts';
import type { Reloader } from '../../../shell/reloading/reloader.ts';
import { Alarm } from './alarm.ts';
import { keepAwake, type WakeState } from './wake-lock.ts';
import { WallWatch, type WatchDeps } from './wall-watch.ts';

/** What the wall itself tells: its servers, what can be seen, and where. */
export interface UnattendedOptions<Picture> extends Pick<
  WatchDeps<Picture>,
  'servers' | 'picture' | 'turns' | 'rules'
> {
  /** Incidents may be heard. */
  readonly sound: boolean;
}

/** Everything that keeps a wall going without hands. */
export interface Unattended<Picture> {
  readonly watch: WallWatch<Picture>;
  readonly alarm: Alarm;
  readonly reloader: Reloader;
  readonly wake: WakeState;
}

/** The host's build is looked at so often, and whenever the connection comes back. */
const BUILD_EVERY_MS = 300_000;

/** Made by the wall's screen, once. */
export function useUnattended<Picture>(options: UnattendedOptions<Picture>): Unattended<Picture> {
  const commands = useCommands();
  const { hung } = useDataConnection();
  const latest = useRef(options);
  const [wake, setWake] = useState<WakeState>('waiting');
  const [{ watch, alarm, reloader }] = useState(() => {
    const made = createReloader();
    const bell = new Alarm();
    return {
      reloader: made,
      alarm: bell,
      watch: new WallWatch<Picture>({
        now: () => Date.now(),
        elapsed: () => performance.now(),
        after,
        sign: () => commands.sign(),
        servers: () => latest.current.servers(),
        picture: () => latest.current.picture(),
        turns: options.turns,
        awake: () => document.visibilityState === 'visible',
        raised: (incidents) => bell.ring(incidents.map(({ id }) => id)),
        rules: options.rules,
      }),
    };
  });

  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => watch.start(), [watch]);
  useEffect(() => keepAwake(setWake), []);
  useEffect(() => () => alarm.close(), [alarm]);
  useEffect(() => alarm.turn(options.sound), [alarm, options.sound]);
  useEffect(() => followBuild(watch, reloader), [watch, reloader]);
  useEffect(() => () => reloader.stop(), [reloader]);
  // The connection left it for another, which serves the page; the one that hangs ends with the page that started it.
  useEffect(
    () => hung.subscribe((is) => (is ? reloader.want('hung') : undefined)),
    [hung, reloader],
  );
  return { watch, alarm, reloader, wake };
}

/** Wants a reload when the host has another build, or no longer speaks with this one. */
function followBuild(watch: WallWatch<unknown>, reloader: Reloader): () => void {
  const own = ownEntry();
  const look = async () => {
    const served = await servedEntry();
    if (own !== null && served !== null && served !== own) reloader.want('updated');
  };
  const timer = setInterval(() => void look(), BUILD_EVERY_MS);
  let live = false;
  const stop = watch.sign.subscribe((sign) => {
    const { kind } = connectionAt(sign, Date.now());
    if (kind === 'live' && !live) void look();
    live = kind === 'live';
    if (sign.connection.kind === 'refused' && sign.connection.status === CLOSE.PROTOCOL) {
      reloader.want('replaced');
    }
  });
  return () => {
    clearInterval(timer);
    stop();
  };
}
