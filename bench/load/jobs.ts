/** Jobs of the load generator. It answers with a `LoadResult`. */
export type Job = SignInJob | CardJob | UserJob | RefreshJob | RepeatJob | ProviderJob | FederatedJob;

interface Load {
  port: number;
  /** Number of concurrent connections. */
  connections: number;
  /** The third number of the addresses called from (127.0.x.y), a connection each: counts per address start anew. */
  network?: number;
}

/** Signs in the users one after the other, up to a time and a number. */
export interface SignInJob extends Load {
  kind: 'signIn';
  tenantId: string;
  password: string;
  /** Users are named `<prefix><number>`, from `first` on, and start over at `users`. */
  prefix: string;
  first: number;
  users: number;
  seconds: number;
  most?: number;
}

/** Signs users in with their cards at the devices, one after the other, for some time. */
export interface CardJob extends Load {
  kind: 'card';
  /** Access tokens of the devices. */
  tokens: string[];
  /** Cards read `<prefix><number>`, from `first` on, and start over at `users`. */
  prefix: string;
  first: number;
  users: number;
  seconds: number;
}

/** Creates users, one per call, for some time. */
export interface UserJob extends Load {
  kind: 'user';
  path: string;
  token: string;
  /** Users are named `<prefix><number>`. */
  prefix: string;
  seconds: number;
}

/** Refreshes the token of each family in turn. */
export interface RefreshJob extends Load {
  kind: 'refresh';
  path: string;
  clientId: string;
  families: string[];
  seconds: number;
}

/** Repeats the same requests. */
export interface RepeatJob extends Load {
  kind: 'repeat';
  requests: { method: string; path: string; headers: Record<string, string>; body?: string }[];
  seconds: number;
}

/** Starts an OpenID provider in the generator's process, for its federated sign-ins; answers its issuer. */
export interface ProviderJob {
  kind: 'provider';
  /** How its token endpoint answers; well if it is not said. */
  tokens?: { hangs: true } | { bytes: number };
}

/** Signs users in by another identity provider, from the first call to the session. */
export interface FederatedJob extends Load {
  kind: 'federated';
  /** The call that begins, and its body. */
  begin: { path: string; body: string };
  /** Sessions at the identity provider for SAML; by OpenID it is that of the generator, which lets everybody in. */
  sessions: string[] | null;
  seconds: number;
  /** Users at the OpenID provider. */
  subjects: number;
  /** Whether the provider misbehaves, so that each has to be refused. Such tries come at this distance on a connection. */
  refused?: { everyMillis: number };
}

export interface LoadResult {
  count: number;
  seconds: number;
  /** How long each took. */
  millis?: number[];
  issuer?: string;
  /** The refresh tokens that are valid now. */
  families?: string[];
}
