import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { charactersLeft } from './rules.ts';

/** How much may still be typed, or how much is too much. */
export function TextHint({ rule, text }: { readonly rule: z.ZodType; readonly text: string }) {
  const { t } = useTranslation('forms');
  const left = charactersLeft(rule, text);
  return left < 0 ? t('limit.tooMany', { count: -left }) : t('limit.left', { count: left });
}
