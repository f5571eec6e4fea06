import type { Tone } from '../../ui/text/StatusBadge.tsx';
import type { Source } from './queries.ts';

type Judged = Pick<Source, 'enabled' | 'startedAt' | 'activeTokens' | 'lastUsedAt'>;

/** How a source is: what keeps it from provisioning first. */
export function stateOf({ enabled, startedAt, activeTokens, lastUsedAt }: Judged) {
  if (!enabled) return startedAt === null ? 'setup' : 'off';
  if (activeTokens === 0) return 'noToken';
  return lastUsedAt === null ? 'silent' : 'on';
}

type SourceState = ReturnType<typeof stateOf>;

export const toneOf: Readonly<Record<SourceState, Tone>> = {
  setup: 'neutral',
  off: 'neutral',
  noToken: 'bad',
  silent: 'warning',
  on: 'good',
};
