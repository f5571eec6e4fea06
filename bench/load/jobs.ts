/** Jobs of the load generator. It answers with a `LoadResult`. */
export type Job = SignInJob | CardJob | UserJob | RefreshJob | RepeatJob;

interface Load {
  port: number;
  /** Number of concurrent connections. */
  connections: number;
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

export interface LoadResult {
  count: number;
  seconds: number;
  /** The refresh tokens that are valid now. */
  families?: string[];
}
