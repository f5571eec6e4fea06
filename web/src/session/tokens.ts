import { callToken, type TokenAnswer, type TokenError } from './oauth-client.ts';
import { sessionStore } from './storage.ts';
import { sessionKeys } from './storage-keys.ts';

export type Tokens = {
  accessToken: string;
  refreshToken?: string;
  /** Milliseconds since 1970, by this device's clock. */
  endsAt: number;
  scopes: string[];
};

/** A token this near its end is renewed before it is sent. */
const SPARE_MS = 10_000;
const LOCK = 'portico-refresh';

/** The tokens of this tab; they may have ended. */
export function readTokens(): Tokens | undefined {
  return sessionStore.read<Tokens>(sessionKeys.tokens);
}

/** Keeps what the token endpoint answered; an answer without a refresh token leaves the one there was. */
export function keepTokens(answer: TokenAnswer, now = Date.now()): Tokens {
  const refreshToken = answer.refresh_token ?? readTokens()?.refreshToken;
  const tokens: Tokens = {
    accessToken: answer.access_token,
    endsAt: now + (answer.expires_in ?? 60) * 1000,
    scopes: answer.scope?.split(' ') ?? [],
    ...(refreshToken ? { refreshToken } : {}),
  };
  sessionStore.write(sessionKeys.tokens, tokens);
  return tokens;
}

export function forgetTokens(): void {
  sessionStore.remove(sessionKeys.tokens);
}

async function refreshOnce(refused: string): Promise<string | undefined> {
  const tokens = readTokens();
  // Somebody in this tab was faster: their token is new.
  if (tokens && tokens.accessToken !== refused) return tokens.accessToken;
  if (!tokens?.refreshToken) return undefined;
  try {
    const answer = await callToken({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken });
    return keepTokens(answer).accessToken;
  } catch (error) {
    // The server out of reach says nothing about the token; a refusal does.
    if ((error as TokenError).code === 'server') throw error;
    forgetTokens();
    return undefined;
  }
}

let underWay: Promise<string | undefined> | undefined;

/**
 * A new access token in place of one that was refused or has ended; undefined when there is none to be had. The
 * refresh token rotates: using it twice would end the sign-in, so one refresh runs at a time, in all frames of the tab.
 * Throws a `TokenError` with the code `server` when the server could not be asked.
 */
export function refreshAccessToken(refused: string): Promise<string | undefined> {
  underWay ??= Promise.resolve(
    navigator.locks ? navigator.locks.request(LOCK, () => refreshOnce(refused)) : refreshOnce(refused),
  ).finally(() => {
    underWay = undefined;
  });
  return underWay;
}

/** An access token to send now, refreshed first when it is about to end; undefined when nobody is signed in here. */
export async function accessToken(now = Date.now()): Promise<string | undefined> {
  const tokens = readTokens();
  if (!tokens) return undefined;
  return tokens.endsAt - SPARE_MS > now ? tokens.accessToken : refreshAccessToken(tokens.accessToken);
}
