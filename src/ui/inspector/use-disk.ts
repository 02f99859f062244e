import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../parts/toasts.tsx';

/** What the browser says of this origin's room on the disk; null while unknown. */
export interface Disk {
  /** Bytes. */
  readonly used: number | null;
  /** Whether it stays when room runs out elsewhere. */
  readonly persisted: boolean | null;
  /** Asks the browser to let it stay. */
  readonly ask: () => void;
}

/** Asked again when the log has grown. */
export function useDisk(logged: number): Disk {
  const { t } = useTranslation('inspector');
  const [used, setUsed] = useState<number | null>(null);
  const [persisted, setPersisted] = useState<boolean | null>(null);
  useEffect(() => {
    navigator.storage.estimate().then(({ usage }) => setUsed(usage ?? null), reportError);
  }, [logged]);
  useEffect(() => {
    navigator.storage.persisted().then(setPersisted, reportError);
  }, []);
  const ask = () => {
    navigator.storage.persist().then((granted) => {
      setPersisted(granted);
      toast(t(granted ? 'stored.granted' : 'stored.notGranted'));
    }, reportError);
  };
  return { used, persisted, ask };
}
