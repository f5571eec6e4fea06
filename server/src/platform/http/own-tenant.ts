import { fail } from '#contract/errors.ts';

/** Users, groups and tags of other tenants do not exist for the caller. Throws `not_found`. */
export function ownTenant({ params, caller }: { params: { tenantId: string }; caller: { tenantId: string } }): void {
  if (params.tenantId !== caller.tenantId) throw fail('not_found');
}
