import { newUuid } from '#server/platform/crypto/uuid.ts';
import { createOperatorToken } from '#server/operator/operator-tokens/operator-tokens.ts';
import type { Answer, TestApp } from './app.ts';
import { operatorAct } from './operator-act.ts';
import { operatorScopes } from '#contract/principals.ts';

export type Operate = (method: string, path: string, body?: object) => Promise<Answer>;

/** The operator API, called with a token of its own. */
export async function makeOperator(app: TestApp): Promise<Operate> {
  const act = operatorAct(app.tools.clock());
  const { token } = await createOperatorToken(app.tools, act, {
    name: newUuid(),
    days: 30,
    scopes: [...operatorScopes],
  });
  return (method, path, body) => app.call(method, `/api/operator${path}`, { token, ...(body ? { body } : {}) });
}

/** Creates a service with the given properties. */
export async function makeService(operate: Operate, given: object = {}): Promise<string> {
  const serviceClass = `service-${newUuid()}`;
  const answer = await operate('POST', '/services', {
    serviceClass,
    names: { en: 'Service' },
    linkURLs: { default: 'https://service.example/' },
    ...given,
  });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.serviceClass;
}

/** Creates a license of a tenant, within a contract of its own unless one is given. */
export async function makeLicense(operate: Operate, tenantId: string, given: object = {}): Promise<string> {
  const license = { licenseId: `l-${newUuid()}`, contractId: `c-${newUuid()}`, volume: 10, ...given };
  if (!('contractId' in given)) {
    await operate('POST', `/tenants/${tenantId}/contracts`, { contractId: license.contractId, ratePlanName: 'Plan' });
  }
  const serviceClass = 'serviceClass' in given ? {} : { serviceClass: await makeService(operate) };
  const answer = await operate('POST', `/tenants/${tenantId}/licenses`, { ...serviceClass, ...license });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.licenseId;
}

/** Assigns a license to all users of the tenant, as its administrator. */
export async function permitToAll(
  app: TestApp,
  { tenantId, token }: { tenantId: string; token: string },
  key: { serviceClass: string; licenseId: string },
): Promise<void> {
  const path = `/api/service/tenants/${tenantId}/availableServices/${key.serviceClass}/licenses/${key.licenseId}`;
  const answer = await app.call('POST', `${path}/allUserPermissions`, { token, body: { permissions: true } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** Registers devices of a tenant, as its provider. */
export async function makeDevices(app: TestApp, tenantId: string, devices: object[]): Promise<void> {
  const operate = await makeOperator(app);
  for (let at = 0; at < devices.length; at += 1000) {
    const answer = await operate('POST', `/tenants/${tenantId}/devices`, {
      reason: 'tests',
      devices: devices.slice(at, at + 1000),
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
}
