import { claimSources } from '#contract/apps/claim-values.ts';
import type { getClaimExample } from '#contract/apps/client-claims.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/route.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { readClaimValues } from './mapped-claims.ts';
import { paths } from './paths.ts';

/** What all sources of claims have of a user of the transaction's tenant. Throws `no_user_exists`. */
export async function exampleOf(
  tx: Tx,
  userId: string,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<AnswerOf<typeof getClaimExample>> {
  const user = await tx
    .selectFrom('users')
    .select('uuid')
    .where('user_id_key', '=', userId.toLowerCase())
    .executeTakeFirst();
  const values = user && (await readClaimValues(tx, user.uuid, claimSources, now));
  if (!values) throw fail('no_user_exists');
  const copied = Object.entries(values).map(([source, value]) => [source, Array.isArray(value) ? [...value] : value]);
  return {
    values: Object.fromEntries(copied),
    userinfo: `${publicUrl}${paths.userinfo}`,
    introspection: `${publicUrl}${paths.introspection}`,
  };
}
