import { z } from 'zod';

/** What a person can choose, with what holds until they do. */
export const preferences = z.object({
  menu_layout: z.string().default('default'),
  language: z.string().default('en'),
  datetime_locale: z.string().default('en'),
  audio_alert_watcher: z.boolean().default(false),
});
