import { oauthApiInput } from '#contract/apps/oauth-apis.ts';
import { tenantParams } from '#contract/operator/tenants.ts';
import * as apis from '../../oauth-apis/oauth-apis.ts';
import { because, type Command, parse, type Values } from '../command.ts';

const tenantOf = (values: Values) => parse(tenantParams, { tenantId: values.tenant }).tenantId;

/** Scopes as typed: `name=sentence`. */
const scopesOf = (given: Values[string]) =>
  (Array.isArray(given) ? given : []).map((typed) => {
    const [name = '', ...sentence] = typed.split('=');
    return { name, description: sentence.join('=') };
  });

export const oauthApiCommands: readonly Command[] = [
  {
    name: 'oauth-api create',
    places: ['tenant', 'audience'],
    options: {
      ...{ tenant: 'text', audience: 'text', name: 'text', scope: 'list' },
      ...{ 'checking-app': 'list', reason: 'text' },
    },
    required: ['tenant', 'audience', 'name', 'scope'],
    run: async ({ tools, act }, values) => {
      const { audience, name, scope, 'checking-app': checkingApps } = values;
      const input = parse(oauthApiInput, { audience, name, scopes: scopesOf(scope), checkingApps });
      return { data: await apis.createOauthApi(tools, because(act), tenantOf(values), input) };
    },
  },
  {
    name: 'oauth-api list',
    places: ['tenant'],
    options: { tenant: 'text' },
    required: ['tenant'],
    run: async ({ tools }, values) => ({
      data: await tools.db.inTenant(tenantOf(values), apis.listOauthApis),
      columns: ['apiId', 'name', 'audience', 'scopes', 'checkingApps'],
    }),
  },
  {
    name: 'oauth-api delete',
    places: ['tenant', 'audience'],
    options: { tenant: 'text', audience: 'text', reason: 'text' },
    required: ['tenant', 'audience'],
    run: async ({ tools, act, text }, values) => {
      const { audience } = parse(oauthApiInput.pick({ audience: true }), { audience: values.audience });
      await apis.deleteOauthApi(tools, because(act), tenantOf(values), audience);
      return { data: null, notes: [text('operator.note.removed', { name: audience })] };
    },
  },
];
