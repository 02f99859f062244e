import i18next from 'i18next';
import type { z } from 'zod';

/**
 * What is wrong with a value by the field's own schema, in words; undefined where nothing is. The
 * same schema is the host's rule. Numbers are ports: 1 to 65535. `format`: what to say of a form that
 * the field does not take.
 */
export function wrongBy(schema: z.ZodType, value: unknown, format?: string): string | undefined {
  const issue = schema.safeParse(value).error?.issues[0];
  if (issue === undefined) return undefined;
  if (typeof value === 'number') {
    return i18next.t('invalid.number', { ns: 'common', min: 1, max: 65_535 });
  }
  if (value === '' || value === null || value === undefined) {
    return i18next.t('invalid.required', { ns: 'common' });
  }
  if (issue.code === 'too_small') {
    return i18next.t('invalid.tooShort', { ns: 'common', min: Number(issue.minimum) });
  }
  if (issue.code === 'too_big') {
    return i18next.t('invalid.tooLong', { ns: 'common', max: Number(issue.maximum) });
  }
  if (issue.code === 'invalid_format' && issue.format === 'email') {
    return i18next.t('invalid.email', { ns: 'common' });
  }
  return format ?? i18next.t('invalid.format', { ns: 'common' });
}
