import { fail } from '#contract/errors.ts';
import type { SigningKeyState } from '#contract/operator/keys.ts';
import { oauthKeys } from '../../apps/oauth/keys.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { StoredKey } from '../../platform/secrets/keyring.ts';
import { masterKeyStates } from '../../platform/secrets/master-keys.ts';
import { resealAll } from '../../platform/secrets/reseal.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { requireCredentials } from '../credentials.ts';

/**
 * Puts the announced signing keys to work and retires the present ones, which stay published until the tokens they
 * signed have ended. Answers the keys that are published then. Throws as `requireCredentials`.
 */
export async function rotateKey({ keyring }: Tools, act: Acting): Promise<SigningKeyState[]> {
  requireCredentials(act);
  const keys = await keyring.rotate(PROVIDER, oauthKeys, (tx, after) => {
    const signing = after.filter((key) => key.state === 'current').map((key) => key.kid);
    const event = { type: 'signingKey.rotated', targetId: signing.join(' ') } as const;
    return act.audit(tx, event, { tenantId: PROVIDER, operation: 'update' });
  });
  return shown(keys);
}

const shown = (keys: readonly StoredKey[]): SigningKeyState[] =>
  keys.map(({ kid, algorithm, state }) => ({ kid, algorithm, state }));

/**
 * Withdraws a signing key at once, with all that it signed. Answers the keys that are published then. Throws
 * `not_found` and as `requireCredentials`.
 */
export async function revokeKey({ keyring }: Tools, act: Acting, kid: string): Promise<SigningKeyState[]> {
  requireCredentials(act);
  const keys = await keyring.withdraw(PROVIDER, oauthKeys, kid, (tx) =>
    act.audit(tx, { type: 'signingKey.revoked', targetId: kid }, { tenantId: PROVIDER, operation: 'delete' }),
  );
  if (!keys) throw fail('not_found');
  return shown(keys);
}

/** Every master key that is set or was used, with how many values are sealed under it. */
export const listMasterKeys = ({ db, sealer }: Tools) => masterKeyStates(db, sealer);

/**
 * Seals everything again that is not under the present master key, as the job of the workers does by itself; the number
 * of values is told on the way. Answers what is sealed under which key then.
 */
export async function resealSecrets(tools: Tools, act: Acting, onProgress: (values: number) => void) {
  const done = await resealAll(tools, new AbortController().signal, onProgress);
  const changes = { sealed: { after: done.values }, recoveryCodes: { after: done.recoveryCodes } };
  await tools.db.inTenant(PROVIDER, (tx) =>
    act.audit(
      tx,
      { type: 'masterKey.changed', targetId: tools.sealer.keyIds[0], changes },
      { tenantId: PROVIDER, operation: 'update' },
    ),
  );
  return listMasterKeys(tools);
}
