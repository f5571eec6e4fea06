import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorCatalogue, type ErrorEntry, type ErrorId, fail, isFailure, type PorticoError } from '#contract/errors.ts';
import { chooseLanguage } from '#contract/languages.ts';
import { loadCatalog } from '#messages/catalog.ts';
import { asLogged } from '../events/as-logged.ts';
import { addressOf } from './client-info.ts';
import { proofAlgorithms } from './dpop.ts';
import { actorOf, namedTenant } from './known-actor.ts';

/** Error ids for Fastify's own refusals. */
const byFastifyCode: Record<string, ErrorId> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_params',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_params',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_params',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

/** PostgreSQL and network errors for which retrying later is the right advice. */
const outOfReach =
  /^(08|53|57P0)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const connectionLost =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Client was closed/;

/** The field of a unique constraint, which is the end of the constraint's name. */
function fieldOf(constraint: string): { field?: string } {
  const field = /^duplicated_params_(.+)$/.exec(constraint)?.[1];
  return field === undefined ? {} : { field };
}

/** Converts anything thrown into an error with a catalogue id. */
export function asFailure(error: unknown): PorticoError {
  if (isFailure(error)) return error;
  const { code, constraint, statusCode, message } = error as FastifyError & { constraint?: string };
  if (code === '23505' && constraint && constraint in errorCatalogue)
    return fail(constraint as ErrorId, { cause: error, ...fieldOf(constraint) });
  // Also a foreign key whose target was deleted concurrently.
  if (code === '23505' || code === '23503') return fail('conflict', { cause: error });
  // A character that PostgreSQL cannot store (NUL, half a surrogate pair): it came with the request.
  if (code === '22021' || code === '22P05') return fail('invalid_params', { cause: error });
  // Serialization failures, deadlocks and timeouts: nothing was done, and retrying may succeed.
  if (code === '40001' || code === '40P01' || code === '57014')
    return fail('service_busy', { cause: error, retryAfter: 1 });
  if (outOfReach.test(code ?? '') || connectionLost.test(message ?? '')) {
    return fail('service_unavailable', { cause: error, retryAfter: 5 });
  }
  const known = byFastifyCode[code ?? ''];
  if (known) return fail(known, { cause: error });
  if (statusCode && statusCode >= 400 && statusCode < 500) return fail('invalid_params', { cause: error });
  return fail('unknown_error', { cause: error });
}

/** The error object (spec section 3) in the reader's language. */
export function errorEntries(failure: PorticoError, language: string): ErrorEntry[] {
  const { texts } = loadCatalog(language);
  const all = [{ id: failure.id, field: failure.detail.field }, ...(failure.detail.more ?? [])];
  return all.map(({ id, field }) => ({
    message_id: id,
    message: texts[`errors.${id}`] ?? id,
    ...(field ? { field } : {}),
  }));
}

const MOST_OF_PATH = 200;

/**
 * Log entry of a refusal (standards 22): the route, never the query or the body, who called and from where. Unknown
 * addresses are logged by their path.
 */
export function refusalLine(request: FastifyRequest, errorId: string) {
  const actor = actorOf(request);
  const route = request.routeOptions?.url;
  return {
    errorId,
    method: request.method,
    ...(route && !route.includes('*') ? { route } : { path: asLogged(request.url.split('?')[0] ?? '', MOST_OF_PATH) }),
    tenant: actor?.tenantId ?? null,
    /** The tenant named by the call, which need not be the caller's. */
    namedTenant: namedTenant(request),
    actor: actor && { type: actor.type, id: actor.id },
    address: addressOf(request),
  };
}

/** The only place where a refusal becomes an answer. The cause goes to the log, the request ID to both. */
export function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = asFailure(error);
  const status = errorCatalogue[failure.id];
  const line = refusalLine(request, failure.id);
  if (status >= 500) request.log.error({ err: failure.detail.cause ?? failure, ...line }, 'request failed');
  else request.log.info({ ...line, field: failure.detail.field }, 'request refused');
  if (failure.detail.retryAfter) reply.header('retry-after', String(failure.detail.retryAfter));
  const { authorization } = request.headers;
  if (status === 401 && authorization) {
    const scheme = /^DPoP /i.test(authorization) ? `DPoP algs="${proofAlgorithms.join(' ')}",` : 'Bearer';
    reply.header('www-authenticate', `${scheme} error="invalid_token"`);
  }
  const language = chooseLanguage(request.headers['accept-language'] ?? '');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorEntries(failure, language));
}
