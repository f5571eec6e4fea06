import { MAILS_AN_HOUR } from '#contract/joining/send-types.ts';
import type { Limit } from './throttle.ts';

/** As many mails within an hour as a sending to many allows one user, by whatever they are counted. */
export const mailsAnHour = (name: string, key: string): Limit => ({
  ...{ name, key },
  ...{ most: MAILS_AN_HOUR, withinSeconds: 3600 },
});
