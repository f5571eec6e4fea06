import type { CustomScript } from '#contract/site/custom-script.ts';
import { fail } from '#contract/errors.ts';
import { changedFields } from '../../platform/events/write.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import { readCustomScript } from '../../site/custom-script/custom-script.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { requireCredentials } from '../credentials.ts';

const targetId = 'portal';

/** Has the portal load a script in place of any there is. Throws `forbidden`, `invalid_params` (reason). */
export async function setCustomScript(tx: Tx, act: Acting, { url, integrity }: CustomScript): Promise<CustomScript> {
  requireCredentials(act);
  const before = await readCustomScript(tx);
  const set = { url, integrity, updated_at: act.now };
  await tx
    .insertInto('custom_scripts')
    .values({ tenant_id: PROVIDER, ...set })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(set))
    .execute();
  const changes = changedFields({ ...before }, { url, integrity });
  await act.audit(tx, { type: 'customScript.changed', targetId, changes }, { tenantId: PROVIDER, operation: 'update' });
  return { url, integrity };
}

/** Has the portal load no script. Throws `not_found` where it loads none. */
export async function removeCustomScript(tx: Tx, act: Acting): Promise<void> {
  const before = await readCustomScript(tx);
  if (!before) throw fail('not_found');
  await tx.deleteFrom('custom_scripts').execute();
  const changes = { url: { before: before.url }, integrity: { before: before.integrity } };
  await act.audit(tx, { type: 'customScript.removed', targetId, changes }, { tenantId: PROVIDER, operation: 'delete' });
}
