import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '#contract/roles.ts';
import type { PasswordHasher } from '#server/platform/crypto/password-hash.ts';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import type { TestApp } from './app.ts';

let count = 0;

export interface TestTenant {
  tenantId: string;
  name: string;
}

/** A tenant; `securityPolicy` is stored as if by an administrator. */
export async function makeTenant(
  app: TestApp,
  given: Partial<TestTenant> & { securityPolicy?: Record<string, unknown>; locale?: string } = {},
): Promise<TestTenant> {
  count += 1;
  const tenantId = given.tenantId ?? `tenant-${count}-${randomBytes(3).toString('hex')}`;
  const name = given.name ?? `Tenant ${count}`;
  await app.tools.db.inTenant(tenantId, (tx) =>
    tx
      .insertInto('tenants')
      .values({
        tenant_id: tenantId,
        name,
        region: 'na',
        locale: given.locale ?? 'en',
        security_policy: JSON.stringify(given.securityPolicy ?? {}),
      })
      .execute(),
  );
  return { tenantId, name };
}

export interface TestUser {
  tenantId: string;
  uuid: string;
  userId: string;
  mail: string;
  password: string;
}

export const PASSWORD = 'violet harbour 47 lantern';

/** Hash of the common password, created once per hasher: files of one worker share this module. */
const passwordHashes = new WeakMap<PasswordHasher, Promise<string>>();

/** An active user with a password. Hashing is slow, so all share one password unless another is given. */
export async function makeUser(
  app: TestApp,
  tenant: TestTenant,
  given: Partial<Omit<TestUser, 'tenantId' | 'uuid'>> & {
    roles?: Role[];
    status?: 'registering' | 'active' | 'inactive' | 'locked';
    defaultLogin?: boolean;
    withoutPassword?: boolean;
  } = {},
): Promise<TestUser> {
  count += 1;
  const { tenantId } = tenant;
  const uuid = newUuid();
  // Padded: users made one after another are listed in that order, whichever number the worker has reached.
  const userId = given.userId ?? `user-${String(count).padStart(6, '0')}`;
  const mail = given.mail ?? `${userId}@${tenantId}.example`;
  const password = given.password ?? PASSWORD;
  const { hasher } = app.tools;
  const passwordHash = passwordHashes.get(hasher) ?? hasher.hash(PASSWORD);
  passwordHashes.set(hasher, passwordHash);
  const hash = password === PASSWORD ? await passwordHash : await hasher.hash(password);
  await app.tools.db.inTenant(tenantId, async (tx) => {
    await tx
      .insertInto('users')
      .values({
        tenant_id: tenantId,
        uuid,
        user_id: userId,
        family_name: 'Tester',
        given_name: `No ${count}`,
        status: given.status ?? 'active',
        roles: given.roles ?? ['User'],
        login_mail_address: mail,
        proven_mail_address: mail,
        default_login: given.defaultLogin ?? false,
      })
      .execute();
    if (given.withoutPassword) return;
    const changed_at = new Date(app.tools.clock().getTime() - 60_000);
    await tx
      .insertInto('user_passwords')
      .values({ tenant_id: tenantId, user_uuid: uuid, password_hash: hash, changed_at })
      .execute();
    await tx
      .insertInto('password_history')
      .values({ tenant_id: tenantId, user_uuid: uuid, password_hash: hash, changed_at })
      .execute();
  });
  return { tenantId, uuid, userId, mail, password };
}

export interface SignedIn {
  cookie: string;
  token: string;
  refreshToken: string;
}

/** Signs in as a browser would: password, session cookie, then code and PKCE for the portal page. */
export async function signIn(app: TestApp, user: TestUser, otp?: string): Promise<SignedIn> {
  const body = { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: user.password };
  let answer = await app.call('POST', '/api/auth/login/user', { body });
  if (answer.body.status === 'mfaRequired' && otp) {
    answer = await app.call('POST', '/api/auth/login/user/mfa', { body: { loginId: answer.body.loginId, otp } });
  }
  if (!answer.cookie) throw new Error(`not signed in: ${JSON.stringify(answer.body)}`);
  return { cookie: answer.cookie, ...(await portalTokens(app, answer.cookie)) };
}

const SCOPE = 'openid offline_access portal:user:admin portal:powerUser:admin';

/** Code + PKCE for the portal's own client, following its redirects with the cookies a browser would keep. */
export async function portalTokens(
  app: TestApp,
  sessionCookie: string,
): Promise<{ token: string; refreshToken: string }> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${app.url}/oauth-callback.html`;
  const start = new URL('/api/auth/oauth/provider/authorize', app.url);
  start.search = new URLSearchParams({
    client_id: 'portal',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPE,
    state: 'state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const code = await followToCode(start, redirectUri, sessionCookie);
  const answer = await fetch(`${app.url}/api/auth/oauth/provider/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'portal',
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  });
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  if (!answer.ok) throw new Error(`no token: ${JSON.stringify(tokens)}`);
  return { token: tokens.access_token, refreshToken: tokens.refresh_token };
}

async function followToCode(start: URL, redirectUri: string, sessionCookie: string): Promise<string> {
  const jar = new Map([sessionCookie.split(/=(.*)/s).slice(0, 2) as [string, string]]);
  let url = start;
  for (let hop = 0; hop < 8; hop += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    if (!location)
      throw new Error(`no redirect from ${url.pathname}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
    url = new URL(location, url);
    if (url.href.startsWith(redirectUri)) {
      const code = url.searchParams.get('code');
      if (!code) throw new Error(`no code: ${url.search}`);
      return code;
    }
  }
  throw new Error(`too many redirects, last to ${url.pathname}`);
}
