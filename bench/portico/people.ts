import { createHash, randomBytes } from 'node:crypto';
import type { Portico } from './start.ts';
import type { Seed } from './seed.ts';

/** A signed-in user with the tokens of the portal page. */
export interface Person {
  accessToken: string;
  refreshToken: string;
}

const PROVIDER = '/api/auth/oauth/provider';

/** Signs a user in as the pages do: password, session cookie, code and PKCE for the portal page. */
export async function signIn(portico: Portico, seed: Seed, number: number): Promise<Person> {
  const answer = await fetch(`${portico.url}/api/auth/login/user`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      type: 'userId',
      tenantId: seed.tenantId,
      credentials: `${seed.prefix}${number}`,
      password: seed.password,
    }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (!answer.ok || !cookie) throw new Error(`not signed in: ${answer.status} ${await answer.text()}`);
  return getTokens(portico, cookie);
}

/** Signs in a number of users, eight at a time. */
export async function signInMany(portico: Portico, seed: Seed, count: number): Promise<Person[]> {
  const people: Person[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) people.push(await signIn(portico, seed, next++));
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return people;
}

async function getTokens(portico: Portico, cookie: string): Promise<Person> {
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${portico.url}/oauth-callback.html`;
  const query = new URLSearchParams({
    client_id: 'portal',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid offline_access portal:user:admin portal:powerUser:admin',
    state: 'bench',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const authorized = await fetch(`${portico.url}${PROVIDER}/authorize?${query}`, {
    redirect: 'manual',
    headers: { cookie },
  });
  const code = new URL(authorized.headers.get('location') ?? '/', portico.url).searchParams.get('code');
  if (!code) throw new Error(`no code: ${authorized.status} ${authorized.headers.get('location')}`);
  const body = {
    grant_type: 'authorization_code',
    client_id: 'portal',
    redirect_uri: redirectUri,
    code,
    code_verifier: verifier,
  };
  const tokens = await askForTokens(portico, body);
  if (!tokens) throw new Error('no tokens');
  return tokens;
}

/** Calls the token endpoint. Null if it refuses. */
export async function askForTokens(portico: Portico, body: Record<string, string>): Promise<Person | null> {
  const answer = await fetch(`${portico.url}${PROVIDER}/token`, { method: 'POST', body: new URLSearchParams(body) });
  const tokens = (await answer.json()) as { access_token: string; refresh_token: string };
  return answer.ok ? { accessToken: tokens.access_token, refreshToken: tokens.refresh_token } : null;
}

/** Ends the token family of a user. */
export async function revoke(portico: Portico, person: Person): Promise<void> {
  const body = new URLSearchParams({ client_id: 'portal', token: person.refreshToken });
  const answer = await fetch(`${portico.url}${PROVIDER}/revoke`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`not revoked: ${answer.status}`);
}
