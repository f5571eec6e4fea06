import { dash } from '#contract/display.ts';
import type { WebhookFailure } from '#contract/logs/webhook-values.ts';
import type { Translate } from '../../../i18n/keys.ts';

/** How an attempt ended, in words. */
export function resultWords(
  t: Translate,
  { status, failure }: { status: number | null; failure: WebhookFailure | null },
): string {
  if (failure !== null && failure !== 'status') return t(`webhooks.failure_${failure}`);
  return status === null ? dash : t('webhooks.failure_status', { status });
}
