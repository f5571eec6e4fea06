import { errorCatalogue, type ErrorId } from '#contract/errors.ts';
import { asFailure } from '../../platform/http/error-reply.ts';
import type { Resource, Values } from './coerce.ts';
import type { UserRow } from './queries.ts';
import type { Outcome } from '../runs/runs.ts';
import { ExcludedRefusal, ScimRefusal, type ScimType } from './refusal.ts';
import { ERROR, extensionUrns, findPlace, USER, wholeExtension } from './schema.ts';
import { resourceOf } from './users.ts';
import { etagOf } from './version.ts';

/** Which attributes are asked for (RFC 7644 section 3.9), as comma-separated paths or a list. */
export interface Asked {
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

/** A user as it is answered. */
export function toAnswer(base: string, row: UserRow, asked: Asked = {}): Values {
  const resource = resourceOf(row);
  const always = { schemas: [USER, ...extensionUrns.filter((urn) => resource[urn])], id: row.user_uuid };
  const meta = {
    ...{ resourceType: 'User', created: row.created_at.toISOString(), lastModified: row.changed_at.toISOString() },
    ...{ location: `${base}/Users/${row.user_uuid}`, version: etagOf(row) },
  };
  return { ...always, ...projected({ ...resource, meta }, asked) };
}

function projected(whole: Resource, { attributes, excludedAttributes }: Asked): Resource {
  if (attributes) return picked(whole, attributes);
  if (!excludedAttributes) return whole;
  const result = structuredClone(whole);
  for (const path of pathsOf(excludedAttributes)) drop(result, path);
  return result;
}

export const pathsOf = (list: string): string[] =>
  list
    .split(',')
    .map((path) => path.trim())
    .filter(Boolean)
    .slice(0, 100);

const partOf = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((one) => partOf(one, name)).filter((one) => one !== undefined);
  const part = (value as Values | undefined)?.[name];
  return part === undefined ? undefined : { [name]: part };
};

function picked(whole: Resource, attributes: string): Resource {
  const result: Resource = {};
  for (const path of pathsOf(attributes)) {
    if (/^meta(\.|$)/i.test(path)) result.meta = whole.meta;
    const named = wholeExtension(path);
    if (named && whole[named]) result[named] = whole[named];
    const place = findPlace(path);
    if (!place) continue;
    const { extension, attribute, sub } = place;
    const value = (extension ? (whole[extension] as Values | undefined) : whole)?.[attribute.name];
    const kept = sub ? partOf(value, sub.name) : value;
    if (kept === undefined) continue;
    const owner = (extension ? { ...(result[extension] as Values | undefined) } : result) as Values;
    owner[attribute.name] = merged(owner[attribute.name], kept);
    if (extension) result[extension] = owner;
  }
  return result;
}

/** Two parts of one attribute that were asked for each. */
function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return other.map((entry, at) => merged(one[at], entry));
  if (typeof one !== 'object' || one === null || typeof other !== 'object') return other;
  return { ...one, ...other };
}

function drop(resource: Resource, path: string): void {
  if (/^meta$/i.test(path)) delete resource.meta;
  const named = wholeExtension(path);
  if (named) delete resource[named];
  const place = findPlace(path);
  if (!place) return;
  const owner = (place.extension ? resource[place.extension] : resource) as Values | undefined;
  if (!owner) return;
  const { name } = place.attribute;
  if (!place.sub) {
    delete owner[name];
    return;
  }
  for (const one of [owner[name]].flat())
    if (typeof one === 'object' && one !== null) delete (one as Values)[place.sub.name];
}

/** What the log says of a refusal in the words of SCIM. */
const idOf: Readonly<Record<number, ErrorId>> = {
  400: 'invalid_params',
  403: 'forbidden',
  404: 'not_found',
  409: 'duplicated',
  412: 'conflict',
};

export interface Refused {
  status: number;
  errorId: ErrorId;
  scimType: ScimType | undefined;
  detail: string;
  /** How it is counted. */
  outcome: Outcome;
  retryAfter: number | undefined;
  cause: unknown;
}

const taken: ReadonlySet<ErrorId> = new Set([
  'conflict',
  'duplicated',
  'duplicated_params_userId',
  'duplicated_params_loginMailAddress',
]);

/** Anything thrown, as a refusal of SCIM. */
export function refusedBy(error: unknown): Refused {
  if (error instanceof ScimRefusal) {
    const { status, scimType, message: detail } = error;
    return {
      status,
      scimType,
      detail,
      errorId: idOf[status] ?? 'invalid_params',
      outcome: error instanceof ExcludedRefusal ? 'spared' : 'failed',
      retryAfter: undefined,
      cause: undefined,
    };
  }
  const { id, detail } = asFailure(error);
  // Of what the tenant does not allow a conflict with another user would be a wrong trace.
  const status = id === 'over_user_limit' || id === 'last_administrator' ? 403 : errorCatalogue[id];
  const named = detail.field ? `${id}: ${detail.field}` : id;
  const scimType = taken.has(id) ? 'uniqueness' : id === 'invalid_params' ? 'invalidSyntax' : undefined;
  return {
    ...{ status, errorId: id, scimType, detail: named, outcome: 'failed' },
    ...{ retryAfter: detail.retryAfter, cause: detail.cause ?? error },
  };
}

/** The body of a refusal (RFC 7644 section 3.12). */
export const errorBody = ({ status, scimType, detail }: Pick<Refused, 'status' | 'scimType' | 'detail'>) => ({
  ...{ schemas: [ERROR], status: String(status), detail },
  ...(scimType && { scimType }),
});
