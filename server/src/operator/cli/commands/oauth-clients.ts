import { inputOf, newSecretInput, oauthClientInput, operatorClientInput } from '#contract/apps/oauth-clients.ts';
import { readKeys } from '#contract/apps/client-keys.ts';
import { clientGrantTypes } from '#contract/apps/client-addresses.ts';
import { assignOauthClient, clientParams, markOauthClient } from '#contract/operator/oauth-clients.ts';
import { tenantParams } from '#contract/operator/tenants.ts';
import * as clients from '../../oauth-clients/oauth-clients.ts';
import type { Tools } from '../../../platform/tools.ts';
import { because, type Command, type CommandContext, parse, type Values } from '../command.ts';

const tenantOf = (values: Values) => parse(tenantParams, { tenantId: values.tenant }).tenantId;

/** `device_code` stands for the long name of RFC 8628. */
const longGrantType = (given: string) => clientGrantTypes.find((type) => type.endsWith(`:${given}`)) ?? given;

/** Options that create and update share. */
const fieldOptions = {
  name: 'text',
  'redirect-uri': 'list',
  'post-logout-redirect-uri': 'list',
  scope: 'list',
  'grant-type': 'list',
  'auth-method': 'text',
  'id-token-algorithm': 'text',
  pkce: 'text',
  mfa: 'text',
  dpop: 'text',
  'backchannel-logout-uri': 'text',
  'frontchannel-logout-uri': 'text',
  'homepage-uri': 'text',
  api: 'list',
  'jwks-uri': 'text',
  jwks: 'text',
} as const;

/** An API as typed: its audience, then `users=<scopes>` and `app=<scopes>`, with commas. `none`: none at all. */
function apisOf(given: Values[string]) {
  if (!Array.isArray(given)) return undefined;
  if (given.join() === 'none') return [];
  return given.map((typed) => {
    const [audience, ...parts] = typed.split(/\s+/);
    const list = (name: string) => {
      const part = parts.find((one) => one.startsWith(`${name}=`));
      return part ? part.slice(name.length + 1).split(',') : [];
    };
    return { audience, scopes: list('users'), ownScopes: list('app') };
  });
}

/** Keys as a JWKS, or where they are published: the one takes the place of the other. `none`: none. */
function keysOf({ jwks, 'jwks-uri': at }: Values) {
  if (jwks === undefined && at === undefined) return {};
  const keys = typeof jwks === 'string' && jwks !== 'none' ? readKeys(jwks) : [];
  // Whatever cannot be read is no list, and refused by name.
  return { jwks: keys, jwksUri: at === undefined || at === 'none' ? null : at };
}

const switches: Readonly<Record<string, boolean>> = { on: true, off: false };
/** Anything else is refused by name. */
const onOrOff = (value: Values[string]) => switches[String(value)] ?? value;

/** The fields that were typed. `none` takes an address away; of the addresses after sign-out, all. */
function fieldsOf(values: Values): Record<string, unknown> {
  const { 'grant-type': grantTypes, 'post-logout-redirect-uri': after } = values;
  const address = (value: Values[string]) => (value === 'none' ? null : value);
  return {
    name: values.name,
    applicationType: values.native ? 'native' : undefined,
    tokenEndpointAuthMethod: values.public ? 'none' : values['auth-method'],
    grantTypes: Array.isArray(grantTypes) ? grantTypes.map(longGrantType) : undefined,
    redirectUris: values['redirect-uri'],
    postLogoutRedirectUris: Array.isArray(after) && after.join() === 'none' ? [] : after,
    scopes: values.scope,
    idTokenSignedResponseAlg: values['id-token-algorithm'],
    pkce: values.pkce,
    requiresMfa: onOrOff(values.mfa),
    dpopBound: onOrOff(values.dpop),
    backchannelLogoutUri: address(values['backchannel-logout-uri']),
    frontchannelLogoutUri: address(values['frontchannel-logout-uri']),
    homepageUri: address(values['homepage-uri']),
    apis: apisOf(values.api),
    ...keysOf(values),
  };
}

const keyOf = (values: Values) => parse(clientParams, { tenantId: values.tenant, clientId: values.client });

const show = ({ db }: Tools, { tenantId, clientId }: { tenantId: string; clientId: string }) =>
  db.inTenant(tenantId, (tx) => clients.showOauthClient(tx, clientId));

/** Changes a client as it is now: what another administrator changes at the same moment is refused, not overwritten. */
async function change({ tools, act }: CommandContext, values: Values, given: Record<string, unknown>) {
  const key = keyOf(values);
  const seen = inputOf(await show(tools, key));
  const typed = Object.entries(given).filter(([, value]) => value !== undefined);
  const input = parse(oauthClientInput, { ...seen, ...Object.fromEntries(typed) });
  return { data: await clients.changeOauthClient(tools, because(act), key, { ...input, expected: { ...seen } }) };
}

const oneClient = { tenant: 'text', client: 'text', reason: 'text' } as const;

export const oauthClientCommands: readonly Command[] = [
  {
    name: 'oauth-client create',
    places: ['tenant'],
    options: {
      tenant: 'text',
      ...fieldOptions,
      public: 'flag',
      native: 'flag',
      service: 'text',
      'first-party': 'flag',
      reason: 'text',
    },
    required: ['tenant', 'name'],
    run: async ({ tools, act, text }, values) => {
      const given = { ...fieldsOf(values), serviceClass: values.service, firstParty: values['first-party'] };
      const input = parse(operatorClientInput, given);
      const client = await clients.createOauthClient(tools, because(act), tenantOf(values), input);
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
    name: 'oauth-client show',
    places: ['tenant', 'client'],
    options: { tenant: 'text', client: 'text' },
    required: ['tenant', 'client'],
    run: async ({ tools }, values) => ({ data: await show(tools, keyOf(values)) }),
  },
  {
    name: 'oauth-client update',
    places: ['tenant', 'client'],
    options: { ...oneClient, ...fieldOptions, 'app-type': 'text' },
    required: ['tenant', 'client'],
    run: (context, values) => change(context, values, { ...fieldsOf(values), applicationType: values['app-type'] }),
  },
  ...([true, false] as const).map(
    (disabled): Command => ({
      name: disabled ? 'oauth-client disable' : 'oauth-client enable',
      places: ['tenant', 'client'],
      options: oneClient,
      required: ['tenant', 'client'],
      run: (context, values) => change(context, values, { disabled }),
    }),
  ),
  {
    name: 'oauth-client new-secret',
    places: ['tenant', 'client'],
    options: { ...oneClient, 'overlap-hours': 'text' },
    required: ['tenant', 'client'],
    run: async ({ tools, act, text }, values) => {
      const hours = values['overlap-hours'];
      const given = parse(newSecretInput, { overlapHours: hours === undefined ? undefined : Number(hours) });
      const made = await clients.renewOauthClientSecret(tools, because(act), keyOf(values), given);
      return { data: made, notes: [text('operator.note.secretOnce')] };
    },
  },
  {
    name: 'oauth-client assign',
    places: ['tenant', 'client'],
    options: { tenant: 'text', client: 'text', service: 'text', reason: 'text' },
    required: ['tenant', 'client', 'service'],
    run: async ({ tools, act }, values) => {
      const key = keyOf(values);
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
      const key = keyOf(values);
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
      const { tenantId, clientId } = keyOf(values);
      await tools.db.inTenant(tenantId, (tx) =>
        clients.deleteOauthClient(tools, tx, because(act), { tenantId, clientId }),
      );
      return { data: null, notes: [text('operator.note.removed', { name: clientId })] };
    },
  },
];
