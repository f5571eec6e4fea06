import { expect, it } from 'vitest';
import { outageState } from './outage.ts';

it.each([
  [[], 'none'],
  [['operational'], 'none'],
  [['under_maintenance', 'degraded_performance'], 'none'],
  [['major_outage'], 'major'],
  [['partial_outage'], 'major'],
  [['major_outage', 'partial_outage'], 'major'],
  [['major_outage', 'operational'], 'partial'],
  [['operational', 'partial_outage', 'degraded_performance'], 'partial'],
  [['unheard_of', 'major_outage'], 'partial'],
])('components %j make the state %s', (statuses, wanted) =>
  expect(outageState(statuses.map((status) => ({ status })))).toBe(wanted),
);
