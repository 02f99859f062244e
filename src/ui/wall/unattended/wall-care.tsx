import { useEffect, useState, type ReactNode } from 'react';
import { useSignalValue } from '../../data/use-signal.ts';
import './unattended.css';
import { CareNotes } from './care-notes.tsx';
import { Drifting } from './drifting.tsx';
import { IncidentStrip } from './incident-strip.tsx';
import { OutageBar } from './outage-bar.tsx';
import { PastBar } from './past-bar.tsx';
import type { Unattended } from './use-unattended.ts';
import { useWallKeys } from './use-wall-keys.ts';
import { WallControls } from './wall-controls.tsx';

/** The controls and the pointer are gone after so long without a touch. */
const TOUCH_MS = 5_000;

/** The picture of a wall, with everything around it that says how far it can be trusted. */
export function WallCare({
  care,
  nameOf,
  turns,
  children,
}: {
  readonly care: Unattended<unknown>;
  readonly nameOf: (serverId: string) => string;
  /** There is more than one page to turn to. */
  readonly turns: boolean;
  readonly children: ReactNode;
}) {
  const { watch } = care;
  const past = useSignalValue(watch.rewound) !== null;
  const touched = useTouched();
  useWallKeys(watch);
  return (
    <div className="wall-care" data-wall-past={past} data-wall-touched={touched}>
      <Drifting watch={watch}>
        <IncidentStrip watch={watch} nameOf={nameOf} />
        <OutageBar watch={watch} reloader={care.reloader} />
        <PastBar watch={watch} />
        <div className="wall-picture">{children}</div>
      </Drifting>
      <CareNotes care={care} />
      <WallControls watch={watch} turns={turns} />
    </div>
  );
}

/** Whether somebody moved the pointer or pressed a key lately. */
function useTouched(): boolean {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const touch = () => {
      setTouched(true);
      clearTimeout(timer);
      timer = setTimeout(() => setTouched(false), TOUCH_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const event of events) document.addEventListener(event, touch);
    return () => {
      clearTimeout(timer);
      for (const event of events) document.removeEventListener(event, touch);
    };
  }, []);
  return touched;
}
