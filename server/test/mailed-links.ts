import { URI } from 'otpauth';
import { newRecoveryCodes, normaliseRecoveryCode } from '#server/platform/crypto/recovery-code.ts';
import { newTotpSecret, otpauthUri } from '#server/platform/crypto/totp.ts';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import { recoveryHashes } from '#server/platform/secrets/reseal.ts';
import { totpContext } from '#server/platform/secrets/sealed-columns.ts';
import type { MailContent } from '#server/platform/mail/outbox.ts';
import type { TestApp } from './app.ts';
import { patiently } from './busyness.ts';
import type { TestUser } from './factories.ts';

/** The emails of a kind to an address, once there are `count`: they are queued after the request was answered. */
export async function mailsOfKind(app: TestApp, to: string, kind: string, count = 1): Promise<MailContent[]> {
  const until = Date.now() + patiently.timeout;
  for (;;) {
    const found = (await app.mails(to)).filter((mail) => mail.kind === kind);
    if (found.length >= count) return found;
    if (Date.now() > until) throw new Error(`${found.length} of ${count} mails ${kind} to ${to}`);
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Waits until no email request is pending. */
export async function mailRequestsAnswered(app: TestApp): Promise<void> {
  const until = Date.now() + patiently.timeout;
  const waiting = "select from one_time_codes where tenant_id = '-' and purpose = 'mailRequest'";
  while ((await app.owner.query(waiting)).rowCount !== 0) {
    if (Date.now() > until) throw new Error('mail requests are left unanswered');
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** The code in the link of an email. */
export function exchangeCodeIn(mail: MailContent | undefined): string {
  const code = /[?&]exchangeCode=([A-Za-z0-9._-]+)/.exec(mail?.text ?? '')?.[1];
  if (!code) throw new Error(`no link in ${mail?.text}`);
  return code;
}

/** Requests a password reset and returns the code of the newest email. */
export async function askForReset(app: TestApp, user: TestUser, count = 1): Promise<string> {
  const body = { mailAddress: user.mail, tenantId: user.tenantId };
  const answer = await app.call('POST', '/api/account/sendResetPasswordConfirmation', { body });
  if (answer.status !== 204) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
  return exchangeCodeIn((await mailsOfKind(app, user.mail, 'passwordReset', count)).at(-1));
}

/** Requests a password reset and opens the link: returns the temporary code. */
export async function openReset(app: TestApp, user: TestUser, count = 1): Promise<string> {
  const exchangeCode = await askForReset(app, user, count);
  const answer = await app.call('POST', '/api/account/temporaryCode/exchange', { body: { exchangeCode } });
  if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
  return answer.body.temporaryCode;
}

export interface Authenticator {
  /** The current code, or the one `ahead` steps later. */
  otp(ahead?: number): string;
  recoveryCodes: string[];
}

/** Gives a user an active authenticator app and two recovery codes. */
export async function addAuthenticator(app: TestApp, user: TestUser): Promise<Authenticator> {
  const { tools } = app;
  const { tenantId, uuid: userUuid } = user;
  const secret = newTotpSecret();
  const uuid = newUuid();
  const recoveryCodes = newRecoveryCodes(2);
  await tools.db.inTenant(tenantId, async (tx) => {
    const sealed_secret = tools.sealer.seal(secret, totpContext(tenantId, userUuid, uuid));
    await tx
      .insertInto('totps')
      .values({ tenant_id: tenantId, uuid, user_uuid: userUuid, sealed_secret, enabled: true })
      .execute();
    for (const code of recoveryCodes) {
      const [code_hash] = recoveryHashes(tools, tenantId, normaliseRecoveryCode(code));
      await tx
        .insertInto('recovery_codes')
        .values({ tenant_id: tenantId, user_uuid: userUuid, code_hash, keyed: true })
        .execute();
    }
  });
  const totp = URI.parse(otpauthUri({ secret, issuer: 'Portico', account: user.userId }));
  if (!('period' in totp)) throw new Error('not a TOTP');
  return {
    recoveryCodes,
    otp: (ahead = 0) => totp.generate({ timestamp: tools.clock().getTime() + ahead * 30_000 }),
  };
}
