import { createServer } from 'node:http';
import { generateKeyPairSync } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/**
 * oidc-provider alone: its in-memory store, ES256, one public client, rotation at each refresh. Asked for `families`,
 * it creates this number of grants with a refresh token each, and returns the tokens.
 */
const SCOPE = 'openid offline_access';
const USER = 'a-user-of-the-bench';

// It warns about its store, which is wanted here.
console.warn = () => {};
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const server = createServer();
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const { port } = server.address() as AddressInfo;
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'bench',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['https://bench.example/callback'],
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'bench' }] },
  rotateRefreshToken: true,
  findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub }) }),
  cookies: { keys: ['of the bench'] },
  ttl: { AccessToken: 600, IdToken: 3600, RefreshToken: 14 * 86_400, Grant: 90 * 86_400 },
});
server.on('request', provider.callback());
const { RefreshToken } = provider as unknown as {
  RefreshToken: new (input: Record<string, unknown>) => { save(): Promise<string> };
};

async function makeFamily(): Promise<string> {
  const grant = new provider.Grant({ accountId: USER, clientId: 'bench' });
  grant.addOIDCScope(SCOPE);
  const grantId = await grant.save();
  const client = await provider.Client.find('bench');
  const token = new RefreshToken({ accountId: USER, client, grantId, scope: SCOPE, gty: 'authorization_code' });
  return token.save();
}

process.on('message', ({ families }: { families: number }) => {
  Promise.all(Array.from({ length: families }, makeFamily)).then(
    (tokens) => process.send?.({ result: { port, families: tokens } }),
    (error) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
