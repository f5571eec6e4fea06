import { keyOf } from '../patch.ts';
import { bad, ScimRefusal } from '../refusal.ts';

/** A Bulk (RFC 7644 section 3.7) as it is sent, and the order in which its operations are carried out. */

export const MAX_OPERATIONS = 10_000;
/** Operations of a transaction, and about how many bytes they have at most. */
export const PIECE = 200;
const PIECE_BYTES = 256 * 1024;
/** Of one operation: more than a group with ten thousand members has. */
const MAX_OPERATION = 1024 * 1024;
/** Ten thousand users with a kilobyte and a half each. */
export const MAX_PAYLOAD = 16 * 1024 * 1024;

export const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export interface Operation {
  /** Its place in what was sent, from 0. */
  at: number;
  method: Method;
  /** The path as it was sent. */
  path: string;
  on: 'Users' | 'Groups';
  /** What it changes: an ID, or `bulkId:…`; null: what it makes. */
  id: string | null;
  bulkId?: string;
  /** The version that is to be changed. */
  version?: string;
  data?: unknown;
  /** The `bulkId`s that it names. */
  names?: string[];
}

/** An operation that is refused before any is carried out. */
export interface Refusal {
  operation: Operation;
  why: { status: number; detail: string; scimType: 'invalidValue' | undefined; errorId: 'invalid_params' | 'conflict' };
}

export interface Plan {
  operations: Operation[];
  refused: Refusal[];
  failOnErrors: number | null;
}

/** Operations in pieces that are read and written at once. Of too large ones the database hears nothing. */
export function cut(operations: readonly Operation[]): { pieces: Operation[][]; refused: Refusal[] } {
  const pieces: Operation[][] = [[]];
  const refused: Refusal[] = [];
  let bytes = 0;
  for (const operation of operations) {
    const size = Buffer.byteLength(JSON.stringify(operation));
    if (size > MAX_OPERATION) {
      refused.push({ operation, why: TOO_LARGE });
      continue;
    }
    const last = pieces.at(-1) as Operation[];
    const isFull = last.length >= PIECE || (last.length > 0 && bytes + size > PIECE_BYTES);
    if (isFull) pieces.push([operation]);
    else last.push(operation);
    bytes = isFull ? size : bytes + size;
  }
  return { pieces, refused };
}

const TOO_LARGE = {
  ...{ status: 413, detail: `An operation has at most ${MAX_OPERATION} bytes.` },
  ...{ scimType: undefined, errorId: 'invalid_params' as const },
};

const PATH = /^\/?(Users|Groups)(?:\/([^/?#]+))?\/?$/;
const REFERENCE = /^bulkId:(.{1,200})$/s;
const MAX_BULK_ID = 200;
const MAX_PATH = 512;

/** The `bulkId` that a text refers to; null: it is no reference. */
const referred = (text: unknown): string | null =>
  typeof text === 'string' ? (REFERENCE.exec(text)?.[1] ?? null) : null;

/** Reads it. Throws 413 for too many operations and 400 for what is no Bulk. */
export function planOf(body: unknown): Plan {
  const given = keyOf(body, 'operations');
  if (!Array.isArray(given)) throw bad('invalidSyntax', 'A Bulk has Operations.');
  if (given.length > MAX_OPERATIONS)
    throw new ScimRefusal(413, `A Bulk has at most ${MAX_OPERATIONS} operations.`, 'tooMany');
  const limit = keyOf(body, 'failonerrors');
  if (limit !== undefined && limit !== null && (!Number.isInteger(limit) || Number(limit) < 1))
    throw bad('invalidValue', 'failOnErrors is a whole number from 1.');
  const operations = given.map(read);
  const makers = new Map<string, Operation>();
  for (const operation of operations) {
    const { bulkId } = operation;
    if (bulkId === undefined) continue;
    if (makers.has(bulkId)) throw bad('invalidValue', `The bulkId ${bulkId} is there twice.`);
    makers.set(bulkId, operation);
  }
  return {
    ...inOrder(operations, makers),
    failOnErrors: typeof limit === 'number' ? Math.min(limit, MAX_OPERATIONS) : null,
  };
}

function read(given: unknown, at: number): Operation {
  const word = keyOf(given, 'method');
  const method = (typeof word === 'string' ? word.toUpperCase() : '') as Method;
  if (!methods.includes(method))
    throw bad('invalidSyntax', `Operation ${at + 1} has no method of ${methods.join(', ')}.`);
  const path = keyOf(given, 'path');
  const [, on, id] = (typeof path === 'string' && path.length <= MAX_PATH && PATH.exec(path)) || [];
  if (!on || (id === undefined) !== (method === 'POST'))
    throw bad('invalidPath', `Operation ${at + 1} has no path of a resource.`);
  const bulkId = keyOf(given, 'bulkid');
  if (bulkId !== undefined && bulkId !== null && (typeof bulkId !== 'string' || bulkId.length > MAX_BULK_ID))
    throw bad('invalidValue', `The bulkId of operation ${at + 1} is no short text.`);
  if (method === 'POST' && !bulkId) throw bad('invalidValue', `Operation ${at + 1} needs a bulkId.`);
  const version = keyOf(given, 'version');
  const data = keyOf(given, 'data');
  const names = [...new Set([...referredIn(id), ...referredIn(data)])];
  return {
    ...{ at, method, path: path as string, on: on as Operation['on'], id: id ?? null },
    ...(method === 'POST' && { bulkId: bulkId as string }),
    ...(typeof version === 'string' && { version }),
    ...(data !== undefined && { data }),
    ...(names.length > 0 && { names }),
  };
}

const MAX_DEPTH = 12;

/** Throws 400 for what is nested deeper than any resource. */
function referredIn(value: unknown, depth = 0): string[] {
  const name = referred(value);
  if (name !== null) return [name];
  if (typeof value !== 'object' || value === null) return [];
  if (depth > MAX_DEPTH) throw bad('invalidSyntax', 'The data of an operation is nested too deep.');
  return Object.values(value).flatMap((one) => referredIn(one, depth + 1));
}

/** The value with IDs in place of references; those that are not known stay. */
export function resolved<T>(value: T, ids: ReadonlyMap<string, string>, depth = 0): T {
  const name = referred(value);
  if (name !== null) return (ids.get(name) ?? value) as T;
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => resolved(one, ids, depth + 1)) as T;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, ids, depth + 1)])) as T;
}

/**
 * As they were sent, except that who names what is made later waits for it, and so does what is sent for the same resource
 * behind that. Those that name nothing that is made, or each other, are refused.
 */
function inOrder(given: readonly Operation[], makers: ReadonlyMap<string, Operation>): Omit<Plan, 'failOnErrors'> {
  const refused: Refusal[] = [];
  const waiting = new Map<number, number>();
  const followers = new Map<number, number[]>();
  const lastOn = new Map<string, number>();
  for (const { at, names = [], id, on } of given) {
    const before = new Set<number>();
    for (const name of names) before.add(makers.get(name)?.at ?? -1);
    const key = id === null ? '' : `${on}/${id}`;
    const last = lastOn.get(key);
    if (key !== '' && last !== undefined) before.add(last);
    if (key !== '') lastOn.set(key, at);
    waiting.set(at, before.size);
    for (const one of before) followers.set(one, [...(followers.get(one) ?? []), at]);
  }
  const operations: Operation[] = [];
  const emit = (first: number) => {
    const ready = [first];
    for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
      operations.push(given[next] as Operation);
      waiting.delete(next);
      for (const follower of (followers.get(next) ?? []).toReversed()) {
        const left = (waiting.get(follower) ?? 0) - 1;
        waiting.set(follower, left);
        // What comes later anyway is not moved.
        if (left === 0 && follower < reached) ready.push(follower);
      }
    }
  };
  let reached = 0;
  for (const { at } of given) {
    reached = at;
    if (waiting.get(at) === 0) emit(at);
  }
  for (const at of waiting.keys()) {
    const operation = given[at] as Operation;
    const unknown = operation.names?.find((name) => !makers.has(name));
    const why = unknown
      ? {
          status: 400,
          detail: `No operation has the bulkId ${unknown}.`,
          scimType: 'invalidValue' as const,
          errorId: 'invalid_params' as const,
        }
      : { status: 409, detail: 'Operations wait for each other.', scimType: undefined, errorId: 'conflict' as const };
    refused.push({ operation, why });
  }
  return { operations, refused };
}
