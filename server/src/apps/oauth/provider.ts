import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type Context } from 'oidc-provider';
import { isFailure } from '#contract/errors.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import { asFailure } from '../../platform/http/error-reply.ts';
import type { StoredKey } from '../../platform/secrets/keyring.ts';
import type { Tools } from '../../platform/tools.ts';
import { passOnMapped } from './accounts.ts';
import { completeAnswer } from './answers.ts';
import { bridgeSessions } from './bridge.ts';
import { guardReplays } from './client-assertions.ts';
import { type Clients, createClients, isSecretOf } from './clients.ts';
import { providerConfiguration } from './configuration.ts';
import { hideDeviceAuthorization } from './device-toggle.ts';
import { oauthKeys } from './keys.ts';
import { createKnownApis, type KnownApis } from './known-apis.ts';
import { createPollPace } from './poll-pace.ts';
import { followRefusals, logRefusal } from './refusals.ts';
import { toLibraryKeys } from './signing.ts';
import { followRefreshTokens } from './store.ts';

/** The OAuth 2.0 / OpenID Connect provider of this process. */
export interface OauthProvider {
  /** The library instance; replaced when the signing keys change. */
  current(): Provider;
  /** Answers a raw request. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  clients: Clients;
  apis: KnownApis;
  /** Checks whether the signing keys have changed; called every few seconds. */
  followKeys(): Promise<void>;
}

/** The provider of each process's tools, for the routes of the contract (routes.ts). */
const opened = new WeakMap<Tools, OauthProvider>();

export function oauthProviderOf(tools: Tools): OauthProvider {
  const oauth = opened.get(tools);
  if (!oauth) throw new Error('The OAuth provider has not been registered');
  return oauth;
}

/** Creates the provider for a process's tools. */
export async function openProvider(tools: Tools): Promise<OauthProvider> {
  const clients = createClients(tools.db, tools.caches);
  const apis = createKnownApis(tools.db, tools.caches, clients);
  const pace = createPollPace();
  const fingerprint = (keys: readonly StoredKey[]) => keys.map(({ kid, state }) => `${kid} ${state}`).join();
  const make = async () => {
    const keys = await tools.keyring.opened(PROVIDER, oauthKeys);
    const provider = createProvider(
      tools,
      providerConfiguration({ tools, clients, apis, pace, keys: toLibraryKeys(keys) }),
    );
    return { provider, answer: provider.callback(), made: fingerprint(keys) };
  };
  let now = await make();
  // Checked before each answer: a withdrawn key is gone within a second.
  const look = async () => {
    const keys = await tools.keyring.shown(PROVIDER, oauthKeys);
    if (fingerprint(keys) !== now.made) now = await make();
  };
  const oauth: OauthProvider = {
    clients,
    apis,
    current: () => now.provider,
    async answer(request, response) {
      // Without the database the library reports the failure itself; keys are published as before.
      await look().catch(() => {});
      return now.answer(request, response);
    },
    followKeys: () => {
      tools.keyring.forget(PROVIDER);
      return look();
    },
  };
  opened.set(tools, oauth);
  return oauth;
}

function createProvider(tools: Tools, configuration: Record<string, unknown>): Provider {
  const provider = new Provider(tools.config.publicUrl, configuration);
  thinkInPublicUrl(provider, tools.config.publicUrl);
  bridgeSessions(provider, tools);
  passOnMapped(provider);
  followRefreshTokens(provider, tools);
  guardReplays(provider, tools);
  // Only the hash of a secret is known, stored in the library's field for the secret (clients.ts).
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret: string) {
    return isSecretOf(this, secret, tools.clock());
  };
  provider.use((ctx, next) => completeAnswers(tools, ctx, next));
  provider.on('server_error', (ctx: Context, error: unknown) => {
    const { id } = asFailure(error);
    if (id === 'service_unavailable' || id === 'service_busy') outages.add(ctx);
    if (isFailure(error, 'too_many_requests')) {
      throttled.set(ctx, error.detail.retryAfter ?? 1);
      logRefusal(tools, { method: ctx.method, route: ctx.path, errorId: id, clientId: ctx.oidc?.client?.clientId });
    } else tools.log.error({ err: error }, 'oauth provider');
  });
  followRefusals(provider, tools);
  return provider;
}

/** URLs come from the configuration only: neither `Host` nor forwarded headers can change them. */
function thinkInPublicUrl(provider: Provider, publicUrl: string): void {
  const { protocol, host, origin } = new URL(publicUrl);
  const fixed = { protocol: protocol.slice(0, -1), host, href: `${origin}/`, secure: true };
  for (const [name, value] of Object.entries(fixed)) {
    Object.defineProperty(provider.request, name, { configurable: true, get: () => value });
  }
}

/** Answers that failed because the database was unreachable: temporary, so 503. */
const outages = new WeakSet<Context>();

/** Rate-limited answers, with the seconds to wait. */
const throttled = new WeakMap<Context, number>();

/** Adds what the library leaves out, and removes its cookies. */
async function completeAnswers(tools: Tools, ctx: Context, next: () => Promise<void>): Promise<void> {
  await next();
  ctx.remove('set-cookie');
  if (!outages.has(ctx)) await hideDeviceAuthorization(tools, ctx).catch(() => outages.add(ctx));
  const wait = throttled.get(ctx);
  if (wait !== undefined) {
    ctx.status = 429;
    ctx.set('retry-after', String(wait));
    ctx.body = { error: 'temporarily_unavailable', error_description: 'too many requests' };
    return;
  }
  if (outages.has(ctx)) {
    ctx.status = 503;
    ctx.set('retry-after', '5');
    ctx.body = { error: 'temporarily_unavailable' };
    return;
  }
  completeAnswer(ctx);
}
