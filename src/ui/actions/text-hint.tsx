import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

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

/** How many characters a text may still grow by its schema; negative where it is too long already. */
export function charactersLeft(schema: z.ZodString, text: string): number {
  return (schema.maxLength ?? Infinity) - text.trim().length;
}
