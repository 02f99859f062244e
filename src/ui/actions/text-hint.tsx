import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { charactersLeft } from './characters-left.ts';

/** How much may still be typed, or how much is too much. */
export function TextHint({
  schema,
  text,
}: {
  readonly schema: z.ZodString;
  readonly text: string;
}) {
  const { t } = useTranslation('serverDashboard');
  const left = charactersLeft(schema, text);
  return left < 0 ? t('confirm.tooMany', { count: -left }) : t('confirm.left', { count: left });
}
