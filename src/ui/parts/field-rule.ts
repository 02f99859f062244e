import i18next from 'i18next';
import type { z } from 'zod';

/**
 * What is wrong with a value by the field's own schema, in words; undefined where nothing is. The
 * same schema is the host's rule.
 */
export function wrongBy(schema: z.ZodType, value: unknown): string | undefined {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return undefined;
  if (value === '' || value === null || value === undefined) {
    return i18next.t('invalid.required', { ns: 'common' });
  }
  const number = typeof value === 'number';
  if (issue.code === 'too_small' && !number) {
    return i18next.t('invalid.tooShort', { ns: 'common', min: Number(issue.minimum) });
  }
  if (issue.code === 'too_big' && !number) {
    return i18next.t('invalid.tooLong', { ns: 'common', max: Number(issue.maximum) });
  }
  if (issue.code === 'invalid_format' && issue.format === 'email') {
    return i18next.t('invalid.email', { ns: 'common' });
  }
  return i18next.t('invalid.format', { ns: 'common' });
}
