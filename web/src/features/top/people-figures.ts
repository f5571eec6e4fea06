import { administratorRole } from '#contract/roles.ts';
import { queryOptions } from '@tanstack/react-query';
import type { searchUsers, UserCondition } from '#contract/people/users-search.ts';
import { call } from '../../api/call.ts';

/** What an administrator looks at first: who is there, who waits, who cannot come in, who is badly protected. */
export const figures = ['active', 'registering', 'locked', 'inactive', 'withoutFactor', 'administrators'] as const;
export type Figure = (typeof figures)[number];

const conditions: Record<Figure, Partial<UserCondition>> = {
  active: { status: ['active'] },
  registering: { status: ['registering'] },
  locked: { status: ['locked'] },
  inactive: { status: ['inactive'] },
  withoutFactor: { status: ['active'], mfa: false },
  administrators: { role: administratorRole },
};

/** The address of the list behind each figure. */
export const listOf = {
  active: { status: 'active' },
  registering: { status: 'registering' },
  locked: { status: 'locked' },
  inactive: { status: 'inactive' },
  withoutFactor: { status: 'active', mfa: 'off' },
  administrators: { role: administratorRole },
} as const satisfies Record<Figure, object>;

export type Count = { total: number; isEstimate: boolean };

/** What counting is asked for, and the answer. */
async function count(tenantId: string, condition: Partial<UserCondition>, signal: AbortSignal): Promise<Count> {
  const answer = await call<typeof searchUsers>({
    method: 'POST',
    path: '/api/auth/tenants/{tenantId}/operations/search/users',
    params: { tenantId },
    body: { condition, count: 1, sort: 'userId', order: 'ascending' },
    pattern: 'powerUser',
    signal,
  });
  return { total: answer.totalResults, isEstimate: answer.totalIsEstimate === true };
}

/** How many users a figure counts; below the key of the users, so that a change of a user brings it up to date. */
export const countQuery = (tenantId: string, figure: Figure) =>
  queryOptions({
    queryKey: ['users', tenantId, 'count', figure],
    queryFn: ({ signal }) => count(tenantId, conditions[figure], signal),
    staleTime: 30_000,
  });

/** How many users a condition finds. */
export const conditionCountQuery = (tenantId: string, condition: Partial<UserCondition>) =>
  queryOptions({
    queryKey: ['users', tenantId, 'count', 'condition', condition],
    queryFn: ({ signal }) => count(tenantId, condition, signal),
    staleTime: 30_000,
  });

/** How many active users have had their password for so many days or longer. */
export const oldPasswordsQuery = (tenantId: string, days: number) =>
  conditionCountQuery(tenantId, { status: ['active'], passwordOlderThanDays: days });
