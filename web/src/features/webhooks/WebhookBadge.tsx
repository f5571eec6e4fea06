import { useT } from '../../i18n/use-t.tsx';
import { StatusBadge, type Tone } from '../../ui/text/StatusBadge.tsx';
import type { Webhook } from './queries.ts';

/** How a webhook is: whether it is on, and whether its receiver answers. */
function stateOf({ active, stopReason, failingSince }: Pick<Webhook, 'active' | 'stopReason' | 'failingSince'>) {
  if (!active) return stopReason === 'administrator' ? 'off' : 'stopped';
  return failingSince === null ? 'on' : 'failing';
}

const tones: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  on: 'good',
  failing: 'warning',
  off: 'neutral',
  stopped: 'bad',
};

export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  const t = useT();
  const state = stateOf(webhook);
  return <StatusBadge tone={tones[state]}>{t(`webhooks.state_${state}`)}</StatusBadge>;
}
