import { fail } from '#contract/errors.ts';

/** What another tenant has does not exist for the caller. Throws `not_found`. */
export function ownTenant({ params, caller }: { params: { tenantId: string }; caller: { tenantId: string } }): void {
  if (params.tenantId !== caller.tenantId) throw fail('not_found');
}
