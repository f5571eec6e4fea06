import { operatorClientInput } from '#contract/apps/oauth-clients.ts';
import { clientGrantTypes } from '#contract/apps/client-addresses.ts';
import { assignOauthClient, clientParams, markOauthClient } from '#contract/operator/oauth-clients.ts';
import { tenantParams } from '#contract/operator/tenants.ts';
import * as clients from '../../oauth-clients/oauth-clients.ts';
import { because, type Command, parse, type Values } from '../command.ts';

const tenantOf = (values: Values) => parse(tenantParams, { tenantId: values.tenant }).tenantId;

/** `device_code` stands for the long name of RFC 8628. */
const longGrantType = (given: string) => clientGrantTypes.find((type) => type.endsWith(`:${given}`)) ?? given;

function clientOf(values: Values) {
  const grantTypes = values['grant-type'];
  return parse(operatorClientInput, {
    name: values.name,
    applicationType: values.native ? 'native' : undefined,
    tokenEndpointAuthMethod: values.public ? 'none' : undefined,
    grantTypes: Array.isArray(grantTypes) ? grantTypes.map(longGrantType) : undefined,
    redirectUris: values['redirect-uri'],
    postLogoutRedirectUris: values['post-logout-redirect-uri'],
    scopes: values.scope,
    backchannelLogoutUri: values['backchannel-logout-uri'],
    serviceClass: values.service,
    homepageUri: values['homepage-uri'],
    firstParty: values['first-party'],
  });
}

export const oauthClientCommands: readonly Command[] = [
  {
    name: 'oauth-client create',
    places: ['tenant'],
    options: {
      tenant: 'text',
      name: 'text',
      'redirect-uri': 'list',
      'post-logout-redirect-uri': 'list',
      scope: 'list',
      'grant-type': 'list',
      public: 'flag',
      native: 'flag',
      'backchannel-logout-uri': 'text',
      service: 'text',
      'homepage-uri': 'text',
      'first-party': 'flag',
      reason: 'text',
    },
    required: ['tenant', 'name'],
    run: async ({ tools, act, text }, values) => {
      const client = await clients.createOauthClient(tools, because(act), tenantOf(values), clientOf(values));
      return { data: client, notes: client.clientSecret === null ? [] : [text('operator.note.secretOnce')] };
    },
  },
  {
    name: 'oauth-client list',
    places: ['tenant'],
    options: { tenant: 'text' },
    required: ['tenant'],
    run: async ({ tools }, values) => ({
      data: await tools.db.inTenant(tenantOf(values), clients.listOauthClients),
      columns: [
        'clientId',
        'name',
        'applicationType',
        'serviceClass',
        'firstParty',
        'grantTypes',
        'scopes',
        'disabled',
      ],
    }),
  },
  {
    name: 'oauth-client assign',
    places: ['tenant', 'client'],
    options: { tenant: 'text', client: 'text', service: 'text', reason: 'text' },
    required: ['tenant', 'client', 'service'],
    run: async ({ tools, act }, values) => {
      const key = parse(clientParams, { tenantId: values.tenant, clientId: values.client });
      const given = values.service === 'none' ? null : values.service;
      const { serviceClass } = parse(assignOauthClient.body.pick({ serviceClass: true }), { serviceClass: given });
      return { data: await clients.assignOauthClient(tools, because(act), key, { serviceClass }) };
    },
  },
  {
    name: 'oauth-client mark',
    places: ['tenant', 'client', 'as'],
    options: { tenant: 'text', client: 'text', as: 'text', reason: 'text' },
    required: ['tenant', 'client', 'as'],
    run: async ({ tools, act }, values) => {
      const key = parse(clientParams, { tenantId: values.tenant, clientId: values.client });
      const parties: Record<string, boolean> = { 'first-party': true, 'third-party': false };
      const body = parse(markOauthClient.body.pick({ firstParty: true }), { firstParty: parties[String(values.as)] });
      return { data: await clients.assignOauthClient(tools, because(act), key, body) };
    },
  },
  {
    name: 'oauth-client delete',
    places: ['tenant', 'client'],
    options: { tenant: 'text', client: 'text', reason: 'text' },
    required: ['tenant', 'client'],
    run: async ({ tools, act, text }, values) => {
      const { tenantId, clientId } = parse(clientParams, { tenantId: values.tenant, clientId: values.client });
      await tools.db.inTenant(tenantId, (tx) =>
        clients.deleteOauthClient(tools, tx, because(act), { tenantId, clientId }),
      );
      return { data: null, notes: [text('operator.note.removed', { name: clientId })] };
    },
  },
];
