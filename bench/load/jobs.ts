/** What the load generator can be asked to do. It answers with a `LoadResult`. */
export type Job = SignInJob | CardJob | UserJob | RefreshJob | RepeatJob;

interface Load {
  port: number;
  /** How many at a time. */
  connections: number;
}

/** Signs in the users one after the other, for so long, and no more than so often. */
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

/** Holds the cards of the users to the devices, one after the other, for so long. */
export interface CardJob extends Load {
  kind: 'card';
  /** Of the devices. */
  tokens: string[];
  /** Cards read `<prefix><number>`, from `first` on, and start over at `users`. */
  prefix: string;
  first: number;
  users: number;
  seconds: number;
}

/** Makes users, one a call, for so long. */
export interface UserJob extends Load {
  kind: 'user';
  path: string;
  token: string;
  /** Users are named `<prefix><number>`. */
  prefix: string;
  seconds: number;
}

/** Trades the refresh token of each family for the next one, family after family. */
export interface RefreshJob extends Load {
  kind: 'refresh';
  path: string;
  clientId: string;
  families: string[];
  seconds: number;
}

/** Sends the same requests over and over. */
export interface RepeatJob extends Load {
  kind: 'repeat';
  requests: { method: string; path: string; headers: Record<string, string>; body?: string }[];
  seconds: number;
}

export interface LoadResult {
  count: number;
  seconds: number;
  /** The refresh tokens that are good now. */
  families?: string[];
}
