import type { updateTenantUser, TenantUser } from '#contract/site/tenant-users.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import { foldId } from '#contract/rules.ts';
import { changeBasicSettings } from '../my-settings/basic-settings.ts';
import { readMe } from '../me/me.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';

type Asked = { tenantId: string; userId: string };

/** Only the caller exists here. Throws `not_found`. */
function refuseOthers(caller: Caller, { tenantId, userId }: Asked): void {
  if (tenantId !== caller.tenantId || foldId(userId) !== foldId(caller.userId)) throw fail('not_found');
}

/** The portal's data about the caller (spec section 7, "tenant users with appExtension"). Throws `not_found`. */
export async function readTenantUser(tx: Tx, caller: Caller, asked: Asked): Promise<TenantUser> {
  refuseOthers(caller, asked);
  const { tenantId, userId, uuid, appExtension } = await readMe(tx, caller.uuid);
  return { tenantId, userId, uuid, appExtension };
}

/** Replaces the given lists (spec section 3, Hidden navigation); returns all. Throws `not_found`. */
export async function changeTenantUser(
  tx: Tx,
  caller: Caller,
  asked: Asked,
  { appExtension }: BodyOf<typeof updateTenantUser>,
  now: Date,
  audit: (changes: Changes) => Promise<void>,
): Promise<TenantUser> {
  refuseOthers(caller, asked);
  await audit(await changeBasicSettings(tx, caller, { appExtension }, now));
  return readTenantUser(tx, caller, asked);
}
