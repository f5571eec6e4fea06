import { MAILS_AN_HOUR } from '#contract/joining/send-types.ts';
import type { Limit } from './throttle.ts';

/** A limit of emails per hour, as many as bulk mailings allow for one user; `key` says what is counted. */
export const mailsAnHour = (name: string, key: string): Limit => ({
  ...{ name, key },
  ...{ most: MAILS_AN_HOUR, withinSeconds: 3600 },
});
