import type { ProvisionedState } from '#contract/provisioning/target-values.ts';
import { useT } from '../../i18n/use-t.tsx';
import { StatusBadge, type Tone } from '../../ui/text/StatusBadge.tsx';
import type { Target } from './queries.ts';

/** How a target is: whether it is on, and whether its app answers. */
function stateOf({ active, stopReason, failingSince }: Pick<Target, 'active' | 'stopReason' | 'failingSince'>) {
  if (!active) return stopReason === 'administrator' ? 'off' : 'stopped';
  return failingSince === null ? 'on' : 'failing';
}

const tones: Readonly<Record<ReturnType<typeof stateOf>, Tone>> = {
  on: 'good',
  failing: 'warning',
  off: 'neutral',
  stopped: 'bad',
};

export function TargetBadge({ target }: { target: Target }) {
  const t = useT();
  const state = stateOf(target);
  return <StatusBadge tone={tones[state]}>{t(`webhooks.state_${state}`)}</StatusBadge>;
}

const userTones: Readonly<Record<ProvisionedState, Tone>> = {
  inStep: 'good',
  waiting: 'neutral',
  held: 'warning',
  match: 'warning',
  dead: 'bad',
};

export function UserBadge({ state }: { state: ProvisionedState }) {
  const t = useT();
  return <StatusBadge tone={userTones[state]}>{t(`targets.state_${state}`)}</StatusBadge>;
}
