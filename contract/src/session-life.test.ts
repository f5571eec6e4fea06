import { expect, it } from 'vitest';
import { securityPolicy } from './security-policy.ts';
import { sessionLife } from './session-life.ts';

it.each([
  ['a user', {}, ['User'], { idleMinutes: 720, absoluteMinutes: 1440 }],
  ['an administrator', {}, ['User', 'PowerUser'], { idleMinutes: 60, absoluteMinutes: 720 }],
  [
    'where everybody has less',
    { idleMinutes: 10, absoluteMinutes: 20 },
    ['PowerUser'],
    { idleMinutes: 10, absoluteMinutes: 20 },
  ],
  [
    'by a policy of its own',
    { administratorIdleMinutes: 300 },
    ['PowerUser'],
    { idleMinutes: 300, absoluteMinutes: 720 },
  ],
])('%s', (_, policy, roles, expected) => {
  const { sessionPolicy } = securityPolicy.parse({ sessionPolicy: policy });
  expect(sessionLife(sessionPolicy, roles)).toEqual(expected);
});
