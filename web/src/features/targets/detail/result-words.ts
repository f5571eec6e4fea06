import { dash } from '#contract/display.ts';
import type { TargetFailure } from '#contract/provisioning/target-values.ts';
import type { Translate } from '../../../i18n/keys.ts';
import type { ProvisionedUser, Target } from '../queries.ts';

/** How a call ended, in words. */
export function resultWords(
  t: Translate,
  { status, failure }: { status: number | null; failure: TargetFailure | null },
): string {
  if (failure === 'answer' || failure === 'unfiltered' || failure === 'noUserName')
    return t(`targets.failure_${failure}`);
  if (failure !== null && failure !== 'status') return t(`webhooks.failure_${failure}`);
  return status === null ? dash : t('webhooks.failure_status', { status });
}

/** What is to become of a user in the app, in words. */
export function planOf({ onRemoval }: Target, wanted: ProvisionedUser['wanted']) {
  if (wanted === 'active') return 'targets.provide';
  return wanted === 'inactive' ? 'history.onRemoval_deactivate' : (`history.onRemoval_${onRemoval}` as const);
}
