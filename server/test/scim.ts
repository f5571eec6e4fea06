import type { Answer, TestApp } from './app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from './factories.ts';

/** A tenant with a source that provides users by SCIM, for tests from outside. */

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

export interface SourceOfTest {
  tenant: TestTenant;
  /** The administrator's token. */
  admin: string;
  source: string;
  token: string;
  scim(method: string, path: string, body?: unknown, more?: { token?: string; headers?: object }): Promise<Answer>;
  /** The answer of a user who was made. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  create(userName?: string, more?: object): Promise<any>;
  patch(id: string, ...Operations: object[]): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  find(filter: string, more?: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: a row
  account(id: string): Promise<any>;
}

export const idsOf = (list: { Resources: { id: string }[] }): string[] => list.Resources.map(({ id }) => id);

export async function makeToken(app: TestApp, sourceUuid: string, by: string): Promise<string> {
  const body = { name: 'token', scopes: ['scim'], sourceUuid, days: 30 };
  const answer = await app.call('POST', '/api/auth/oauth/provider/managementTokens', { token: by, body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.token;
}

export async function makeSource(app: TestApp, of: TestTenant, by: string): Promise<{ source: string; token: string }> {
  const body = { kind: 'aad', displayName: `Source ${Math.random()}` };
  const made = await app.call('POST', `/api/auth/tenants/${of.tenantId}/provisioningSources`, { token: by, body });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return { source: made.body.uuid, token: await makeToken(app, made.body.uuid, by) };
}

export async function makeScim(app: TestApp): Promise<SourceOfTest> {
  const tenant = await makeTenant(app);
  const admin = (await signIn(app, await makeUser(app, tenant, { roles: ['User', 'PowerUser'] }))).token;
  const { source, token } = await makeSource(app, tenant, admin);
  const scim: SourceOfTest['scim'] = (method, path, body, more = {}) =>
    app.call(method, `/api/auth/scim/v2${path}`, {
      token: more.token ?? token,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/scim+json', ...more.headers },
    });
  return {
    ...{ tenant, admin, source, token, scim },
    create: async (userName = 'taro@contoso.example', more = {}) => {
      const answer = await scim('POST', '/Users', { schemas: [USER], userName, active: true, ...more });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },
    patch: (id, ...Operations) => scim('PATCH', `/Users/${id}`, { schemas: [PATCH_OP], Operations }),
    find: async (filter, more = '') => (await scim('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)).body,
    account: async (id) => {
      const { rows } = await app.owner.query('select * from users where tenant_id = $1 and uuid = $2', [
        tenant.tenantId,
        id,
      ]);
      return rows[0];
    },
  };
}
