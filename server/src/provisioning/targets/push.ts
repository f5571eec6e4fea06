import type { TargetRemoval } from '#contract/provisioning/target-values.ts';
import { ENTERPRISE_SCHEMA, isObject, type Resource, toSent } from './resource.ts';
import { Refused, type Refusal, type Remote, type ScimClient } from './scim-client.ts';

/** What is to become of a user at an app. */
export interface Wanted {
  user_uuid: string;
  wanted: 'active' | 'inactive' | 'removed';
  remote_id: string | null;
  /** The attributes that the app has of ours. */
  sent: readonly string[];
  /** Null: the user is gone. */
  resource: Resource | null;
}

export interface How {
  patches: boolean;
  onRemoval: TargetRemoval;
}

export type Outcome =
  | { is: 'inStep'; remoteId: string; sent: readonly string[] }
  /** There is nothing more to know of the user. */
  | { is: 'forgotten' }
  | { is: 'match'; matchId: string; externalId: string | null }
  | { is: 'refused'; refusal: Refusal };

const CONFLICT = 409;
const MOST_EXTERNAL_ID = 200;

/** Brings a user in step. Whatever a call before this one did that nobody noted is found by the look-ups. */
export async function pushUser(client: ScimClient, user: Wanted, how: How): Promise<Outcome> {
  try {
    return await (user.wanted === 'active' ? provide(client, user, how) : withdraw(client, user, how));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { is: 'refused', refusal: error.refusal };
  }
}

async function provide(client: ScimClient, user: Wanted, how: How): Promise<Outcome> {
  const { user_uuid: uuid, remote_id: knownId, sent } = user;
  const userName = user.resource?.userName;
  if (!user.resource || userName === undefined) throw new Refused(WITHOUT_NAME);
  const resource = { ...toSent(user.resource), active: true };
  const paths = pathsOf(user.resource);
  const lost = sent.filter((path) => !paths.includes(path));
  const inStep = (remoteId: string): Outcome => ({ is: 'inStep', remoteId, sent: paths });
  const update = (id: string) => (how.patches ? patch(client, id, resource, lost) : put(client, id, resource, lost));
  if (knownId !== null && (await update(knownId))) return inStep(knownId);
  // Not created yet, as far as we know, or not there any more.
  const known = await client.find('externalId', uuid);
  if (known && (await update(known.id))) return inStep(known.id);
  const named = await client.find('userName', userName);
  if (named) return asMatch(named);
  try {
    return inStep((await client.create(resource)).id);
  } catch (error) {
    const taken = isConflict(error) ? await client.find('userName', userName) : null;
    if (!taken) throw error;
    return taken.externalId === uuid ? inStep(taken.id) : asMatch(taken);
  }
}

async function withdraw(client: ScimClient, user: Wanted, { patches, onRemoval }: How): Promise<Outcome> {
  const isRemoved = user.wanted === 'removed';
  if (isRemoved && onRemoval === 'leave') return { is: 'forgotten' };
  const id = user.remote_id ?? (await client.find('externalId', user.user_uuid))?.id;
  if (id === undefined) return { is: 'forgotten' };
  if (isRemoved && onRemoval === 'delete') {
    await client.remove(id);
    return { is: 'forgotten' };
  }
  const off = { active: false };
  const done = patches
    ? await client.patch(id, [{ op: 'replace', path: 'active', value: false }])
    : await put(client, id, off, []);
  return done ? { is: 'inStep', remoteId: id, sent: user.sent } : { is: 'forgotten' };
}

const WITHOUT_NAME: Refusal = { failure: 'noUserName', status: null, answer: null, retryAfter: null, ofAll: false };

const isConflict = (error: unknown) => error instanceof Refused && error.refusal.status === CONFLICT;

const asMatch = ({ id, externalId }: Remote): Outcome => ({
  ...{ is: 'match', matchId: id },
  externalId: typeof externalId === 'string' ? externalId.replace(/\p{Cc}/gu, ' ').slice(0, MOST_EXTERNAL_ID) : null,
});

/** The attributes of a resource, as PATCH names them. */
export function pathsOf(resource: Resource): string[] {
  const { schemas: _, ...attributes } = toSent(resource);
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (!isObject(value)) return [name];
    const join = name === ENTERPRISE_SCHEMA ? ':' : '.';
    return Object.keys(value).map((part) => name + join + part);
  });
}

/** Replaces what we have, and removes what the app has of ours and we have no more. */
function patch(client: ScimClient, id: string, resource: object, lost: readonly string[]): Promise<boolean> {
  const { schemas: _, ...value } = resource as Record<string, unknown>;
  return client.patch(id, [{ op: 'replace', value }, ...lost.map((path) => ({ op: 'remove', path }))]);
}

/** The same for an app without PATCH: what it has of its own stays. */
async function put(client: ScimClient, id: string, resource: object, lost: readonly string[]): Promise<boolean> {
  const there = await client.get(id);
  if (!there) return false;
  const { meta: _, groups: _groups, ...kept } = there;
  for (const path of lost) dropPath(kept, path);
  return client.replace(id, merge(kept, resource as Record<string, unknown>));
}

function dropPath(resource: Record<string, unknown>, path: string): void {
  const [, outer, inner] = /^(urn:.*|[^.]*)[:.]([^:.]*)$/.exec(path) ?? [];
  if (outer === undefined || inner === undefined) delete resource[path];
  else if (isObject(resource[outer])) delete resource[outer][inner];
}

function merge(there: Record<string, unknown>, ours: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...there };
  for (const [name, value] of Object.entries(ours))
    if (name === 'schemas') merged[name] = [...new Set([...asList(there[name]), ...asList(value)])];
    else merged[name] = isObject(value) && isObject(there[name]) ? { ...there[name], ...value } : value;
  return merged;
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
