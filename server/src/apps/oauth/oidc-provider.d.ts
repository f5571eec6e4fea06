/**
 * The part of oidc-provider 9.13 that is used here. The package has no types, and those of DefinitelyTyped describe an
 * older version.
 */
declare module 'oidc-provider' {
  import type { KeyObject } from 'node:crypto';
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** A client in the library: metadata in camelCase. */
  export interface OauthClient {
    clientId: string;
    clientName?: string;
    clientSecret?: string;
    clientAuthMethod: string;
    applicationType: string;
    redirectUris: string[];
    scope?: string;
    backchannelLogoutUri?: string;
    porticoScope?: string;
    portico_scope?: string;
    portico_pkce?: string;
    portico_mfa?: boolean;
    dpopBoundAccessTokens?: boolean;
    service_class?: string;
    first_party?: boolean;
    assigned_only?: boolean;
    previous_secret?: string;
    previous_secret_until?: number;
    clientUri?: string;
    grantTypeAllowed(type: string): boolean;
    redirectUriAllowed(uri: string): boolean;
    postLogoutRedirectUriAllowed(uri: string): boolean;
    includeSid(): boolean | string | undefined;
    compareClientSecret(actual: string): boolean | Promise<boolean>;
    /** Its public keys, of which those at an address are read once a minute. */
    asymmetricKeyStore: Iterable<object> & { fresh(): boolean; refresh(): Promise<void> };
  }

  /** Tokens, codes and grants: the properties read here. */
  export interface Artifact {
    kind: string;
    jti: string;
    iat: number;
    exp: number;
    accountId: string;
    clientId: string;
    grantId: string;
    sessionUid?: string;
    scope?: string;
    scopes: Set<string>;
    acr?: string;
    amr?: string[];
    authTime?: number;
    totalLifetime(): number;
  }

  export interface OauthSession {
    uid: string;
    accountId?: string;
    loginTs?: number;
    new?: boolean;
    grantIdFor(clientId: string): string | undefined;
    past(age: number | string): boolean;
  }

  export interface Grant extends Artifact {
    openid?: { scope?: string };
    addOIDCScope(scope: string | string[]): void;
    addOIDCClaims(claims: string[]): void;
    addResourceScope(resource: string, scope: string | string[]): void;
    save(): Promise<string>;
  }

  export interface OauthContext {
    route: string;
    params: Record<string, string | undefined> & { resource?: string | string[] };
    prompts: Set<string>;
    session: OauthSession;
    client: OauthClient;
    provider: Provider;
    requestParamScopes: Set<string>;
    requestParamOIDCScopes: Set<string>;
    resourceServers: Record<string, { scopes: Set<string> }>;
    entity(name: string, value: unknown): void;
    entities: Record<string, Artifact | undefined>;
    urlFor(name: string): string;
  }

  /** Koa's context with the library's additions. */
  export interface Context {
    req: IncomingMessage;
    res: ServerResponse;
    method: string;
    path: string;
    query: Record<string, string | string[] | undefined>;
    oidc: OauthContext;
    body: unknown;
    status: number;
    type: string;
    response: { get(field: string): string };
    remove(field: string): void;
    set(field: string, value: string): void;
    get(field: string): string;
    redirect(url: string): void;
  }

  export interface Adapter {
    upsert(id: string, payload: Record<string, unknown>, expiresIn?: number): Promise<void>;
    find(id: string): Promise<Record<string, unknown> | undefined>;
    findByUid(uid: string): Promise<Record<string, unknown> | undefined>;
    findByUserCode(userCode: string): Promise<Record<string, unknown> | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    /** That of the request in which it is asked for. */
    static readonly ctx: Context | undefined;
    readonly issuer: string;
    readonly request: object;
    Client: {
      find(id: string): Promise<OauthClient | undefined>;
      prototype: OauthClient;
      validate(metadata: Record<string, unknown>): Promise<void>;
    };
    Grant: new (input: {
      accountId: string;
      clientId: string;
    }) => Grant;
    RefreshToken: { prototype: { generateTokenId(): string } };
    ReplayDetection: { unique(issuer: string, id: string, exp: number): Promise<boolean> };
    Claims: {
      prototype: {
        available: Record<PropertyKey, Record<string, unknown> | undefined>;
        result(): Promise<Record<string, unknown>>;
      };
    };
    Session: {
      get(context: Context): Promise<OauthSession>;
      instantiate(payload?: Record<string, unknown>): OauthSession;
      prototype: Record<string, unknown>;
    };
    IdToken: {
      validate(
        token: string,
        client: OauthClient,
      ): Promise<{ payload: { sub: string; aud: string; sid?: string } & Record<string, unknown> }>;
    };
    OIDCContext: new (
      ...parts: never[]
    ) => OauthContext;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): this;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    on(event: string, listener: (...parts: never[]) => void): this;
  }

  export class ExternalSigningKey {
    kid: string;
    alg: string;
    keyObject(): KeyObject;
    sign(data: Uint8Array): Buffer | Promise<Buffer>;
  }

  export class Check {
    constructor(
      reason: string,
      description: string,
      error: string,
      check: (context: Context) => boolean | Promise<boolean>,
    );
  }
  export interface Prompt {
    name: string;
    checks: {
      get(reason: string): Check;
      remove(reason: string): void;
      clear(): void;
      add(check: Check, at?: number): void;
    };
  }
  interface Policy {
    get(name: string): Prompt;
    add(prompt: Prompt, at?: number): void;
  }
  export const interactionPolicy: {
    Check: typeof Check;
    Prompt: new (options: { name: string; requestable?: boolean }) => Prompt;
    base(): Policy;
  };

  type ErrorClass = new (
    description?: string,
  ) => Error & { error: string; error_description: string; statusCode: number };
  export const errors: Record<
    | 'AccessDenied'
    | 'InvalidClientAuth'
    | 'InvalidGrant'
    | 'InvalidRequest'
    | 'InvalidRequestUri'
    | 'InvalidScope'
    | 'InvalidTarget'
    | 'LoginRequired'
    | 'SlowDown'
    | 'UnmetAuthenticationRequirements',
    ErrorClass
  >;
  export default Provider;
}
