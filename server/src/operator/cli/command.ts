import type { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { Outcome, Text } from './output.ts';
import type { ConnectionOptions } from '../../platform/db/connection.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Acting } from '../../platform/http/acting.ts';

/** What is typed behind an option: a text, several texts, or nothing. */
export type OptionKind = 'text' | 'list' | 'flag';
export type Values = Record<string, string | string[] | boolean | undefined>;

export interface CommandContext {
  tools: Tools;
  owner: ConnectionOptions;
  act: Acting;
  text: Text;
  /** Shows how far a long work is, on a line of its own beside the output. */
  progress(line: string): void;
  /** Shows a part of what the command has to show at once: what must not be lost should the rest fail. */
  show(outcome: Outcome): void;
}

export interface Command {
  /** As typed: `tenant create`. Its words are `operator.help.<name>`. */
  name: string;
  /** Options that may also be given by their place. */
  places: readonly string[];
  options: Readonly<Record<string, OptionKind>>;
  required: readonly string[];
  run(context: CommandContext, values: Values): Promise<Outcome>;
}

/** Contract fields whose option has another name; all others are the same word with hyphens. */
const optionNames: Record<string, string> = {
  tenantId: 'tenant',
  userId: 'user',
  userUuid: 'user-uuid',
  requestId: 'request',
  operationId: 'operation',
  loginMailAddress: 'mail',
  startsAt: 'starts',
  componentId: 'component',
  clientId: 'client',
  apis: 'api',
  checkingApps: 'checking-app',
  roles: 'role',
  redirectUris: 'redirect-uri',
  postLogoutRedirectUris: 'post-logout-redirect-uri',
  scopes: 'scope',
  grantTypes: 'grant-type',
  tokenEndpointAuthMethod: 'auth-method',
  idTokenSignedResponseAlg: 'id-token-algorithm',
  applicationType: 'app-type',
  newPassword: 'password',
  serviceClass: 'service',
  deviceId: 'device',
  serialId: 'serial',
  contractId: 'contract',
  licenseId: 'license',
  names: 'name',
  descriptions: 'description',
  linkURLs: 'link',
  adminLinkURLs: 'admin-link',
  ratePlanName: 'plan',
  subscriptionRegionalId: 'region',
  endsAt: 'ends',
  availableRoles: 'role',
  availableDeviceTypes: 'device-type',
  expiresAt: 'expires',
};

export const optionOf = (field: string) =>
  optionNames[field] ?? field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Works in a transaction of the provider's space, as calls of the operator API do. */
export const inProvider = <T>({ db }: Tools, work: (tx: Tx) => Promise<T>): Promise<T> => db.inTenant(PROVIDER, work);

/** Who has the command line need not say why in what scripts do; the administrators are told all the same. */
export function because(act: Acting): Acting {
  act.reason ??= 'none given';
  return act;
}

/** Holds what was typed to the contract's shape. Throws `invalid_params` naming the options that do not fit it. */
export function parse<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [field, ...others] = new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')));
  throw fail('invalid_params', { field, more: others.map((other) => ({ id: 'invalid_params', field: other })) });
}
