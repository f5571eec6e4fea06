import type { SigningKeyState } from '#contract/operator/keys.ts';
import { rotateSigningKey } from '../../authentication/oauth-provider/keys.ts';
import { PROVIDER } from '../../db/transaction.ts';
import type { Tools } from '../../tools.ts';
import { type Act, recordAct } from '../act.ts';

/**
 * Puts the announced signing keys to work and retires the present ones, which stay published until the tokens they
 * signed have ended. Answers the keys that are published then.
 */
export async function rotateKey({ db, sealer }: Tools, act: Act): Promise<SigningKeyState[]> {
  const keys = await rotateSigningKey(db, sealer, act.now);
  const signing = keys.filter((key) => key.state === 'current').map((key) => key.kid);
  await db.inTenant(PROVIDER, (tx) =>
    recordAct(tx, PROVIDER, act, { operation: 'update', targetType: 'signingKey', targetId: signing.join(' ') }),
  );
  return keys.map(({ kid, algorithm, state }) => ({ kid, algorithm, state }));
}
