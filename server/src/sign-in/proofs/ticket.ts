import { fail } from '#contract/errors.ts';
import { proofOf } from '#contract/sign-in/proofs.ts';
import { consumeCode } from '../../credentials/one-time-codes/one-time-codes.ts';
import type { ProvenAccount } from '../../platform/db/schema.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Browser } from '../browser.ts';
import type { Progress } from '../complete.ts';
import { splitTenantSecret } from '../sessions/sessions.ts';
import { admit, settled } from '../steps/step.ts';
import { proceed } from '../steps/steps.ts';

/**
 * Opens another account of the same user (decisions.md): a ticket is valid for 60 s, once. As a proof it is as old as
 * the password behind it, and the MFA of the opened account is still required. Throws `login_expired`, `mismatch`.
 */
export async function signInWithTicket(
  tools: Tools,
  { ticket, withMyInfo }: { ticket: string; withMyInfo: boolean },
  browser: Browser,
  now: Date,
): Promise<Progress> {
  const parts = splitTenantSecret(ticket);
  if (!parts) throw fail('login_expired');
  return settled(
    tools.db.inTenant(parts.tenantId, async (tx) => {
      const code = await consumeCode(tx, parts.secretHash, 'ticket', 'openAccount', now);
      if (!code) return fail('login_expired');
      const provenAccounts = code.data.provenAccounts as ProvenAccount[];
      const proven = { userUuid: code.user_uuid, provenAccounts, loginType: 'selectAccounts' } as const;
      const { account, refused } = await admit({ tools, browser, now }, tx, proven, 'chosen');
      if (refused) return refused;
      const { provenAt = 0, authenticatedAt } = provenAccounts.find(({ uuid }) => uuid === account.uuid) ?? {};
      const proofs = [proofOf('ticket', new Date(authenticatedAt ?? provenAt))];
      return proceed(tools, tx, [account], {
        ...{ loginType: proven.loginType, proofs, provenAccounts, withMyInfo },
        ...{ client: browser, now },
      });
    }),
  );
}
