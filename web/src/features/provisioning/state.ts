import type { SourceState } from '../../base/provisioning/sources.ts';
import type { Tone } from '../../ui/text/StatusBadge.tsx';

export const toneOf: Readonly<Record<SourceState, Tone>> = {
  setup: 'neutral',
  off: 'neutral',
  noToken: 'bad',
  silent: 'warning',
  on: 'good',
};
