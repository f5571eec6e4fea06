import type { DomainState } from '#contract/federation/email-domain-values.ts';
import { useT } from '../../i18n/use-t.tsx';
import { StatusBadge, type Tone } from '../../ui/text/StatusBadge.tsx';

const tones: Record<DomainState, Tone> = { waiting: 'neutral', proven: 'good', missing: 'warning' };

/** Whether a domain is verified. */
export function DomainBadge({ state }: { state: DomainState }) {
  const t = useT();
  return <StatusBadge tone={tones[state]}>{t(`history.value_${state}`)}</StatusBadge>;
}
