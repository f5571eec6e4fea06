import { type ErrorId, fail } from '#contract/errors.ts';
import type { FederatedLoginType } from '#contract/sign-in/login-types.ts';
import { proofOf } from '#contract/sign-in/proofs.ts';
import { consumeCode, issueCode } from '../../credentials/one-time-codes/one-time-codes.ts';
import { equalSecrets, hashSecret } from '../../platform/crypto/secret.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import type { Tools } from '../../platform/tools.ts';
import { doorFacts, holdAccount } from '../account.ts';
import { type Browser, doorOf } from '../browser.ts';
import type { Progress } from '../complete.ts';
import { refusalOf } from '../may.ts';
import { writeRefusal } from '../refusals.ts';
import { splitTenantSecret } from '../sessions/sessions.ts';
import { settled } from '../steps/step.ts';
import { proceed } from '../steps/steps.ts';
import { judgeProvider } from '../vouching.ts';

const PURPOSE = 'federatedSignIn';
/** From the provider's answer to the page that completes the sign-in. */
const SECONDS = 120;

/** What another identity provider vouches for, verified by the room of its protocol. */
export interface Vouched {
  tenantId: string;
  userUuid: string;
  /** UUID of the connection. */
  connection: string;
  loginType: FederatedLoginType;
  /** When they authenticated there; null if it did not say: such a proof is never recent. */
  authenticatedAt: Date | null;
  /** Their session there, where it can be ended. */
  providerSession?: string;
  /** When the provider wants their sessions ended. */
  until?: string | null;
}

/**
 * Issues the one-time code with which the browser that began completes its sign-in (`exchangeToken`).
 * `browserSecret`: of `federated-browser.ts`.
 */
export function issueFederatedCode(tx: Tx, vouched: Vouched, browserSecret: string, now: Date): Promise<string> {
  const { tenantId, userUuid, connection, loginType, authenticatedAt, providerSession, until } = vouched;
  const data = {
    ...{ connection, loginType, authenticatedAt: (authenticatedAt ?? new Date(0)).toISOString() },
    browserHash: hashSecret(browserSecret).toString('base64url'),
    ...(providerSession !== undefined && { providerSession }),
    ...(until && { until }),
  };
  return issueCode(tx, { tenantId, kind: 'exchange', purpose: PURPOSE, userUuid, data, seconds: SECONDS, now });
}

/**
 * Decides a sign-in that another identity provider vouches for. Who may in is judged like everywhere (`may`), with the
 * connection and the policy as they are now. A person whom their provider identified learns that their account is inactive
 * or locked, or that the way is closed to them (`domain_not_exists`); all else is `mismatch`, and `login_expired` for a code
 * that is used, late or of another browser.
 */
export async function signInFederated(
  tools: Tools,
  { exchangeCode, withMyInfo }: { exchangeCode: string; withMyInfo: boolean },
  browser: Browser & { secret: string | null },
  now: Date,
): Promise<Progress> {
  const { secret, ...client } = browser;
  await spendTry(tools.db, [{ name: 'exchangeToken', key: client.network, most: 600, withinSeconds: 300 }], now);
  const parts = splitTenantSecret(exchangeCode);
  if (!parts || secret === null) throw fail('login_expired');
  return settled(
    tools.db.inTenant(parts.tenantId, async (tx) => {
      const code = await consumeCode(tx, parts.secretHash, 'exchange', PURPOSE, now);
      const data = code?.data as Data | undefined;
      const isSameBrowser = equalSecrets(data?.browserHash ?? '', hashSecret(secret).toString('base64url'));
      const account = code?.user_uuid ? await holdAccount(tx, code.user_uuid) : null;
      if (!data || !isSameBrowser || !account) return fail('login_expired');
      const { connection, loginType, authenticatedAt, providerSession, until } = data;
      const door = doorOf(tools, client, account, now);
      const way = await judgeProvider(tx, account, connection);
      const facts = {
        ...doorFacts(account, door, now),
        ...{ proofMatches: true, oneTimeUntil: null, mayBeChosen: true },
        wayOffered: way === 'open',
      };
      const refusal = refusalOf(facts, 'signIn');
      if (refusal) {
        await writeRefusal(tools, tx, account, { reason: refusal.reason, loginType, door, client, now });
        if (refusal.check === 'way_offered' && way === 'closed') return fail('domain_not_exists');
        return fail(told.find((reason) => reason === refusal.reason) ?? 'mismatch');
      }
      const { tenant_id: tenantId, uuid } = account;
      return proceed(tools, tx, [account], {
        ...{ loginType, withMyInfo, client, now },
        proofs: [proofOf('federated', new Date(authenticatedAt))],
        provenAccounts: [
          {
            ...{ tenantId, uuid, provenAt: now.toISOString(), authenticatedAt, connection },
            ...(providerSession !== undefined && { providerSession }),
            ...(until !== undefined && { until }),
          },
        ],
      });
    }),
  );
}

const told: readonly ErrorId[] = ['account_inactive', 'account_locked'];

interface Data {
  connection: string;
  loginType: FederatedLoginType;
  authenticatedAt: string;
  browserHash: string;
  providerSession?: string;
  until?: string;
}
