import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import Provider, { type Context } from 'oidc-provider';
import { asFailure } from '../../http/error-reply.ts';
import type { Tools } from '../../tools.ts';
import { bridgeSessions } from './bridge.ts';
import { type Clients, createClients, isSecretOf } from './clients.ts';
import { providerConfiguration } from './configuration.ts';
import { hideDeviceAuthorization, isDiscovery } from './device-toggle.ts';
import { ensureSigningKeys, loadPrivateKeys, loadPublicKeys, type StoredKey } from './keys.ts';
import { mountProvider } from './mount.ts';
import { life, paths } from './paths.ts';
import { createPollPace } from './poll-pace.ts';
import { toLibraryKeys } from './signing.ts';

/** The OAuth 2.0 / OpenID Connect provider of this process. */
export interface OauthProvider {
  /** The library as it is configured now: made anew when the signing keys change. */
  current(): Provider;
  /** Answers a raw request. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  clients: Clients;
  /** Looks whether the signing keys have changed; called every few seconds. */
  followKeys(): Promise<void>;
}

const FOLLOW_KEYS_MS = 10_000;

/** The provider of each process's tools, for the calls that the contract declares (routes.ts). */
const opened = new WeakMap<Tools, OauthProvider>();

export function oauthProviderOf(tools: Tools): OauthProvider {
  const oauth = opened.get(tools);
  if (!oauth) throw new Error('The OAuth provider has not been registered');
  return oauth;
}

/** Mounts the provider on an app. Makes the signing keys at the first start. */
export async function registerOauthProvider(app: FastifyInstance, tools: Tools): Promise<OauthProvider> {
  await ensureSigningKeys(tools.db, tools.sealer, tools.clock());
  const oauth = await openProvider(tools);
  opened.set(tools, oauth);
  const timer = setInterval(() => {
    oauth.followKeys().catch((error) => tools.log.warn({ err: error }, 'signing keys'));
  }, FOLLOW_KEYS_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
  await mountProvider(app, tools, oauth);
  return oauth;
}

async function openProvider(tools: Tools): Promise<OauthProvider> {
  const clients = createClients(tools.db);
  const pace = createPollPace();
  const fingerprint = (keys: StoredKey[]) => keys.map(({ kid, state }) => `${kid} ${state}`).join();
  const make = async () => {
    const keys = await loadPrivateKeys(tools.db, tools.sealer, tools.clock());
    const provider = createProvider(tools, providerConfiguration({ tools, clients, pace, keys: toLibraryKeys(keys) }));
    return { provider, answer: provider.callback(), made: fingerprint(keys) };
  };
  let now = await make();
  return {
    clients,
    current: () => now.provider,
    answer: (request, response) => now.answer(request, response),
    async followKeys() {
      if (fingerprint(await loadPublicKeys(tools.db, tools.clock())) === now.made) return;
      now = await make();
    },
  };
}

function createProvider(tools: Tools, configuration: Record<string, unknown>): Provider {
  const provider = new Provider(tools.config.publicUrl, configuration);
  thinkInPublicUrl(provider, tools.config.publicUrl);
  bridgeSessions(provider, tools);
  // Only the hash of a secret is known; it stands where the library keeps the secret (clients.ts).
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret: string) {
    return isSecretOf(Buffer.from(this.clientSecret ?? '', 'base64url'), secret);
  };
  provider.use((ctx, next) => completeAnswers(tools, ctx, next));
  provider.on('server_error', (ctx: Context, error: unknown) => {
    tools.log.error({ err: error }, 'oauth provider');
    const { id } = asFailure(error);
    if (id === 'service_unavailable' || id === 'service_busy') outages.add(ctx);
  });
  return provider;
}

/** Addresses come from the configuration alone: neither `Host` nor forwarded headers can change them. */
function thinkInPublicUrl(provider: Provider, publicUrl: string): void {
  const { protocol, host, origin } = new URL(publicUrl);
  const fixed = { protocol: protocol.slice(0, -1), host, href: `${origin}/`, secure: true };
  for (const [name, value] of Object.entries(fixed)) {
    Object.defineProperty(provider.request, name, { configurable: true, get: () => value });
  }
}

/** The answers that failed because the database was out of reach: not our fault for good, worth trying again. */
const outages = new WeakSet<Context>();

/** What the library leaves to add; and no cookie of its own leaves the house. */
async function completeAnswers(tools: Tools, ctx: Context, next: () => Promise<void>): Promise<void> {
  await next();
  ctx.remove('set-cookie');
  if (!outages.has(ctx)) await hideDeviceAuthorization(tools, ctx).catch(() => outages.add(ctx));
  if (outages.has(ctx)) {
    ctx.status = 503;
    ctx.set('retry-after', '5');
    ctx.body = { error: 'temporarily_unavailable' };
    return;
  }
  const body = ctx.body as Record<string, unknown> | undefined;
  if (!body || ctx.status !== 200) return;
  if (isDiscovery(ctx)) {
    const scopes = body.scopes_supported as string[];
    ctx.body = {
      ...body,
      scopes_supported: [...scopes, 'portal:user:admin', 'portal:powerUser:admin'],
      response_modes_supported: ['query'],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
    };
  } else if (ctx.path === paths.deviceAuthorization) {
    ctx.body = { ...body, interval: life.devicePollInterval };
  }
}
