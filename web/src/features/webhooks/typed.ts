import { isWebhookAddress, MAX_WEBHOOK_NAME_LENGTH } from '#contract/logs/webhook-values.ts';
import { nameMistakeOf } from '../../base/name-mistake.ts';
import type { Translate } from '../../i18n/keys.ts';

export const nameMistake = nameMistakeOf(MAX_WEBHOOK_NAME_LENGTH);

/** What is wrong with a typed address, in words. */
export const addressMistake = (t: Translate, address: string): string | undefined =>
  isWebhookAddress(address.trim()) ? undefined : t('webhooks.addressWrong');

/** Why the server does not take an address, in words: plain http is only for hosts that the operator allows. */
export const addressRefused = (t: Translate, address: string): string =>
  /^http:/i.test(address.trim()) ? t('webhooks.addressWrong') : t('webhooks.addressPrivate');

/** What is typed and chosen of a webhook. */
export type Typed = { name: string; address: string; events: readonly string[] };

export const isComplete = (t: Translate, { name, address, events }: Typed): boolean =>
  name.trim() !== '' && !nameMistake(t, name) && !addressMistake(t, address) && events.length > 0;
