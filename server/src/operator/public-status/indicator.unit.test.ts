import { expect, it } from 'vitest';
import type { ComponentStatus } from '#contract/outage.ts';
import { indicatorOf } from './status.ts';

it.each<[ComponentStatus[], string]>([
  [[], 'none'],
  [['operational'], 'none'],
  [['operational', 'under_maintenance'], 'minor'],
  [['degraded_performance'], 'minor'],
  [['partial_outage', 'operational'], 'major'],
  [['major_outage', 'degraded_performance'], 'major'],
  [['partial_outage'], 'critical'],
  [['major_outage', 'partial_outage'], 'critical'],
])('%j is %s', (statuses, wanted) => {
  expect(indicatorOf(statuses.map((status) => ({ status })))).toBe(wanted);
});
