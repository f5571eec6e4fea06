import { MAX_TARGET_ANSWER, type TargetFailure } from '#contract/provisioning/target-values.ts';
import { type Api, type ApiAnswer, type Method, OutgoingError } from '../../platform/net/outgoing.ts';
import { isObject } from './resource.ts';

/** A client of an app that speaks SCIM 2.0. */

/** How a call ended that did not do what was asked. */
export interface Refusal {
  failure: TargetFailure;
  status: number | null;
  /** The words of the app, cut to length, without the token. */
  answer: string | null;
  /** Seconds until the app wants to be asked again. */
  retryAfter: number | null;
  /** True if it says nothing of this user: the app, its address or the token is at fault. */
  ofAll: boolean;
}

/** Thrown by all calls but those that expect it. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.failure);
    this.refusal = refusal;
  }
}

export type Remote = Record<string, unknown> & { id: string };

export interface ScimClient {
  configuration(): Promise<{ patches: boolean; filters: boolean }>;
  /** The user who has exactly this value. The app may compare user names without case. */
  find(attribute: 'externalId' | 'userName', value: string): Promise<Remote | null>;
  /** A page of all users, from 1 on, and how many there are. */
  list(startIndex: number, count: number): Promise<{ total: number; users: Remote[] }>;
  get(id: string): Promise<Remote | null>;
  create(resource: object): Promise<Remote>;
  /** False: there is no such user. */
  replace(id: string, resource: object): Promise<boolean>;
  patch(id: string, operations: readonly object[]): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}

const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const NOT_FOUND = 404;
/** With these the app refuses everything, not this user: the token, the rate, the address, or it is out of order. */
const OF_ALL: ReadonlySet<number> = new Set([401, 403, 405, 407, 408, 429, 502, 503, 504]);
const LONGEST_REST = 3600;

export function scimClient(
  api: Api,
  { address, token }: { address: string; token: string },
  now: () => Date,
): ScimClient {
  const base = address.replace(/\/+$/, '');
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/scim+json, application/json',
    'content-type': 'application/scim+json',
  };
  const ask = async (method: Method, path: string, json?: object): Promise<ApiAnswer> => {
    const { 'content-type': type, ...bare } = headers;
    const sent = json ? { ...bare, 'content-type': type } : bare;
    return api.ask(method, base + path, sent, json).catch((error) => {
      throw asRefused(error);
    });
  };
  const refuse = (answer: ApiAnswer, failure: TargetFailure = 'status', ofAll = false) =>
    new Refused({
      ...{ failure, status: answer.status, answer: wordsOf(answer.body, token) },
      retryAfter: secondsOf(answer.retryAfter, now()),
      ofAll: ofAll || (failure === 'status' && (OF_ALL.has(answer.status) || answer.status < 200 || isMoved(answer))),
    });
  const ofUser = (id: string) => `/Users/${encodeURIComponent(id)}`;
  const isDone = async (method: Method, id: string, json?: object): Promise<boolean> => {
    const answer = await ask(method, ofUser(id), json);
    if (isGood(answer)) return true;
    if (answer.status === NOT_FOUND) return false;
    throw refuse(answer);
  };
  const listed = (answer: ApiAnswer) => {
    // No list at all: the address leads elsewhere.
    if (!isGood(answer)) throw refuse(answer, 'status', answer.status === NOT_FOUND);
    const read = objectOf(answer.body);
    const total = Number(read?.totalResults);
    const all = read?.Resources ?? [];
    if (!read || !Number.isSafeInteger(total) || total < 0 || !Array.isArray(all)) throw refuse(answer, 'answer', true);
    return { total, users: all.filter(isRemote) };
  };
  return {
    configuration: async () => {
      const answer = await ask('GET', '/ServiceProviderConfig');
      if (!isGood(answer)) throw refuse(answer, 'status', true);
      const read = objectOf(answer.body);
      if (!read) throw refuse(answer, 'answer', true);
      const says = (name: string) => isObject(read[name]) && read[name].supported === true;
      return { patches: says('patch'), filters: says('filter') };
    },
    find: async (attribute, value) => {
      const filter = encodeURIComponent(`${attribute} eq ${JSON.stringify(value)}`);
      const answer = await ask('GET', `/Users?filter=${filter}`);
      const { total, users } = listed(answer);
      const exact = attribute === 'externalId';
      const isIt = (given: unknown) =>
        given === value || (!exact && String(given).toLowerCase() === value.toLowerCase());
      const found = users.find((one) => isIt(one[attribute]));
      // Others than were asked for: whoever is meant may be among those that were not answered.
      if (!found && total > 0) throw refuse({ ...answer, body: '' }, 'unfiltered');
      return found ?? null;
    },
    list: async (startIndex, count) => listed(await ask('GET', `/Users?startIndex=${startIndex}&count=${count}`)),
    get: async (id) => {
      const answer = await ask('GET', ofUser(id));
      if (answer.status === NOT_FOUND) return null;
      if (!isGood(answer)) throw refuse(answer);
      const read = objectOf(answer.body);
      if (!isRemote(read)) throw refuse(answer, 'answer');
      return read;
    },
    create: async (resource) => {
      const answer = await ask('POST', '/Users', resource);
      if (!isGood(answer)) throw refuse(answer, 'status', answer.status === NOT_FOUND);
      const read = objectOf(answer.body);
      if (!isRemote(read)) throw refuse(answer, 'answer');
      return read;
    },
    replace: (id, resource) => isDone('PUT', id, resource),
    patch: (id, Operations) => isDone('PATCH', id, { schemas: [PATCH_OP], Operations }),
    remove: (id) => isDone('DELETE', id),
  };
}

const isGood = ({ status }: ApiAnswer) => status >= 200 && status < 300;
const isMoved = ({ status }: ApiAnswer) => status >= 300 && status < 400;

const isRemote = (value: unknown): value is Remote =>
  isObject(value) && typeof value.id === 'string' && /^\P{Cc}{1,500}$/u.test(value.id) && value.id.isWellFormed();

function objectOf(body: string): Record<string, unknown> | null {
  try {
    const read: unknown = JSON.parse(body);
    return isObject(read) ? read : null;
  } catch {
    return null;
  }
}

/** What an app says of a refusal: its `detail`, else the beginning of what came. */
export function wordsOf(body: string, token: string): string {
  const read = objectOf(body);
  const { detail, scimType } = read ?? {};
  const said =
    typeof detail === 'string' && detail !== '' ? detail : read && typeof scimType === 'string' ? scimType : body;
  return said
    .replaceAll(token, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MAX_TARGET_ANSWER)
    .toWellFormed();
}

function asRefused(error: unknown): unknown {
  if (!(error instanceof OutgoingError)) return error;
  const { reason } = error;
  const failure = reason === 'tooLarge' ? 'answer' : reason === 'tooManyRedirects' ? 'connection' : reason;
  return new Refused({ failure, status: null, answer: null, retryAfter: null, ofAll: true });
}

/** Seconds or a date, at most an hour. */
function secondsOf(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return seconds > 0 ? Math.min(Math.ceil(seconds), LONGEST_REST) : null;
}
