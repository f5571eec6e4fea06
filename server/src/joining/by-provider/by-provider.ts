import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { CodeKey } from '../../sign-in/mailed-links/temporary-code.ts';
import { type Act, completeInvitation, isInvitation } from '../registration/registration.ts';
import { completeSelfRegistration, isSelfRegistration } from '../self-registration/self-registration.ts';

// Registrations that are completed with another identity provider (`federation/ports.ts`).

/** The page on which a registration can be completed now. Throws `revoked_or_expired`, `exceeded_user_limit`. */
export async function findRegistration(tx: Tx, key: CodeKey, now: Date): Promise<'register' | 'self-register'> {
  if (await isInvitation(tx, key, now)) return 'register';
  if (await isSelfRegistration(tx, key.codeHash, now)) return 'self-register';
  throw fail('revoked_or_expired');
}

/**
 * Completes an invitation or a self-registration without a password, by the kind of its code; answers the user's UUID.
 * Throws `revoked_or_expired`, `exceeded_user_limit`.
 */
export async function completeRegistration(
  tools: Tools,
  tx: Tx,
  key: CodeKey,
  names: Parameters<typeof completeSelfRegistration>[3],
  act: Act,
): Promise<string> {
  const kind = await findRegistration(tx, key, act.now);
  const complete = kind === 'register' ? completeInvitation : completeSelfRegistration;
  return complete(tools, tx, key, names, act);
}
