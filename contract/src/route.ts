import type { z } from 'zod';
import type { ErrorId } from './errors.ts';
import type { OperationEvent } from './events.ts';
import type { Permission } from './roles.ts';
import type { FeatureToggle } from './toggles.ts';
import type { TokenScope } from './token-scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Access of a call: everyone; the operator (scope `portal:operator`); an authenticated device; `limited`, a signed-in
 * user at the portal whose session may still be limited to setting up MFA, and any other caller with `me`; or a named
 * permission (`me` is held by every signed-in user). `principals.ts` derives the admitted callers and the right.
 */
export type Access = 'public' | 'operator' | 'device' | 'limited' | Permission;

/** Effect of the call on data. Every route but GET states it; all but `none` write the system operation log. */
export type Operation = 'read' | 'create' | 'update' | 'delete' | 'none';

export interface RouteDefinition {
  method: Method;
  path: string;
  access: Access;
  /** Only the portal's own pages, within a session: an app's token is refused (`forbidden`) whatever its scopes. */
  only?: 'portal';
  /**
   * Like `only: 'portal'`, and requires a proof of identity no older than the tenant allows, with MFA if set up;
   * otherwise `reauthentication_required`.
   */
  proof?: 'recent';
  /**
   * The handler limits itself to the users that the caller's right covers (`call.scope`). Without this, callers whose
   * right covers single groups are refused (`forbidden`).
   */
  scoped?: true;
  /** Management tokens with this scope are admitted beside users who have the right. */
  tokens?: TokenScope;
  operation: Operation;
  /** The event of its success: the type of its row in the operation log, if it writes one (`events.ts`). */
  event?: OperationEvent;
  /**
   * For operator routes that act on credentials or read personal data: the token needs the scope for it, and the body
   * (or the query of GET and DELETE) a `reason`.
   */
  credentials?: true;
  /** One line for the API description. */
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The JSON answer; `null` for none (204) or a file. */
  response: z.ZodType | null;
  /** Media type of a file answer; the handler returns its bytes as a stream. */
  answersFile?: string;
  /** Fields of a form (`multipart/form-data`) sent instead of JSON. The file follows them as `file`. */
  form?: z.ZodObject;
  /** Error IDs of this call, beyond those of every call (invalid_params, invalid_token …). */
  errors: readonly ErrorId[];
  /**
   * `own`: the handler opens its transactions itself (it streams, calls others, or needs several). `reading`: read
   * only, and the reads need not be of one snapshot.
   */
  transaction?: 'own' | 'reading';
  /**
   * The route sets or clears the session cookie. Pages of other origins are refused, since they could sign users in to
   * an attacker's account, or out (`http/own-pages.ts`). Callers that are no browser send no origin and are served.
   */
  fromOwnPages?: true;
  /** Feature toggle of the call: without it the call does not exist. */
  toggle?: FeatureToggle;
  /** Largest body in bytes; 100 kB unless stated. */
  bodyLimit?: number;
  /** `Cache-Control` of the answer. Default is `no-store`, for personal data. */
  cache?: string;
}

/** Every call that writes a row of the operation log names its event. */
type Told<R extends RouteDefinition> = R extends { credentials: true }
  ? { event: OperationEvent }
  : R['operation'] extends 'read' | 'none'
    ? unknown
    : { event: OperationEvent };

/** Declares a call: the server serves it, the web calls it, tests walk it. */
export function route<const R extends RouteDefinition>(definition: R & Told<R>): R {
  return definition;
}

type Infer<S> = S extends z.ZodType ? z.output<S> : undefined;
type Send<S> = S extends z.ZodType ? z.input<S> : undefined;

export type ParamsOf<R extends RouteDefinition> = Infer<R['params']>;
export type QueryOf<R extends RouteDefinition> = Infer<R['query']>;
export type BodyOf<R extends RouteDefinition> = Infer<R['body']>;
export type AnswerOf<R extends RouteDefinition> = R['response'] extends z.ZodType ? z.output<R['response']> : undefined;
/** Body as sent, before defaults are applied. */
export type SentBodyOf<R extends RouteDefinition> = Send<R['body']>;
export type SentQueryOf<R extends RouteDefinition> = Send<R['query']>;
