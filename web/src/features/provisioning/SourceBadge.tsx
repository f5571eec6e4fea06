import { stateOf } from '../../base/provisioning/sources.ts';
import { useT } from '../../i18n/use-t.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import type { Source } from './queries.ts';
import { toneOf } from './state.ts';

/** Whether a source provisions, and what it lacks for that. */
export function SourceBadge({ source }: { source: Source }) {
  const t = useT();
  const state = stateOf(source);
  return <StatusBadge tone={toneOf[state]}>{t(`provisioning.state_${state}`)}</StatusBadge>;
}
