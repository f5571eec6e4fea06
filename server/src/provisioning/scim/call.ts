import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUuid } from '../../platform/crypto/uuid.ts';
import { keptPrincipal, type Principal } from '../../platform/http/principal.ts';
import type { Asked } from './answer.ts';
import { DEFAULT_COUNT, MAX_RESULTS } from './discovery.ts';
import { keyOf } from './patch.ts';
import { bad, ScimRefusal } from './refusal.ts';

/** What a call says beside its body, and how it is answered. */

const TYPE = 'application/scim+json; charset=utf-8';

export type Params = { id: string };
export type Given = Readonly<Record<string, unknown>>;

/** The page that is asked for. */
export const pageOf = (given: Given): { offset: number; limit: number } => ({
  offset: Math.max(1, numberOf(given, 'startIndex') ?? 1) - 1,
  limit: Math.min(MAX_RESULTS, Math.max(0, numberOf(given, 'count') ?? DEFAULT_COUNT)),
});

/** What it is sorted by, and whether from the end. */
export const sortOf = (given: Given): [by: string | undefined, isDescending: boolean] => [
  textOf(given, 'sortBy') || undefined,
  textOf(given, 'sortOrder')?.toLowerCase() === 'descending',
];

/** The route as the log names it. */
export const actionOf = (request: FastifyRequest) =>
  `${request.method} ${(request.routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}')}`;

export const answer = (reply: FastifyReply, body: object | FastifyReply): FastifyReply =>
  body === reply ? reply : answerText(reply, JSON.stringify(body));

/** The same for an answer that is JSON already. */
export const answerText = (reply: FastifyReply, body: string): FastifyReply =>
  reply.header('cache-control', 'no-store').type(TYPE).send(body);

export function callerOf(request: FastifyRequest): Principal {
  const caller = keptPrincipal(request);
  if (!caller) throw new ScimRefusal(401, 'A management token is needed.');
  return caller;
}

/** An ID that is none is that of nothing. */
export function idOf(request: FastifyRequest): string {
  const { id } = request.params as Params;
  if (!isUuid(id)) throw new ScimRefusal(404, 'There is no such resource.');
  return id;
}

/** A parameter; of several the last. */
export function textOf(given: Given, name: string): string | undefined {
  const value = [keyOf(given, name.toLowerCase())].flat().at(-1);
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(given: Given, name: string): number | undefined {
  const value = [keyOf(given, name.toLowerCase())].flat().at(-1);
  if (value === undefined || value === null || value === '') return undefined;
  // Of anything else `Number` may throw: an object can have a `toString` that is none.
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN;
  if (!Number.isInteger(number)) throw bad('invalidValue', `${name} is a whole number.`);
  return Math.max(-1, Math.min(number, 1_000_000_000));
}

export const askedOf = (given: Given): Asked => ({
  attributes: textOf(given, 'attributes'),
  excludedAttributes: textOf(given, 'excludedAttributes'),
});

/** The body of a search is that of the parameters, with lists for their attributes. */
export function searchOf(body: unknown): Given {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw bad('invalidSyntax', 'An object is expected.');
  const joined = (name: string) => {
    const value = keyOf(body, name.toLowerCase());
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(',') : value;
  };
  const lists = { attributes: joined('attributes'), excludedAttributes: joined('excludedAttributes') };
  return { ...(body as Given), ...lists };
}
