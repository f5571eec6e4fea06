import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import { newUuid } from '../../../platform/crypto/uuid.ts';
import { clientInfo } from '../../../platform/http/client-info.ts';
import type { Tools } from '../../../platform/tools.ts';
import { tokenOf } from '../../tokens/authenticator.ts';
import * as call from '../call.ts';
import { callerOf, type Given, idOf } from '../call.ts';
import { ScimRefusal } from '../refusal.ts';
import { LIST } from '../schema.ts';
import { cut, MAX_PAYLOAD, planOf } from './plan.ts';
import * as queries from './queries.ts';
import { BULK_RESPONSE, gone, operationsOf, statusResource } from './result.ts';
import { LOOK_AFTER_MS, runBulk, wakeBulk } from './run.ts';

const HOUR_MS = 3_600_000;
/** An answer that was lost can be asked for again for so long, by sending the same. */
const ANSWER_MS = HOUR_MS;
/** How long a caller may wait: longer than for other calls, of whom silent ones are hung up on. */
const ANSWERED_MS = 600_000;
const KEPT_MS = 7 * 24 * HOUR_MS;
const MAX_UNFINISHED = 20;

/**
 * Bulks (RFC 7644 section 3.7). One is answered when it is done, unless the caller prefers not to wait. What is sent again
 * because its answer was lost is not done again: it goes on where it was, and is answered.
 */
export function mountBulk(scope: FastifyInstance, base: string, tools: Tools): void {
  scope.post('/Bulk', { bodyLimit: MAX_PAYLOAD }, async (request, reply) => {
    const { tenantId, actor } = callerOf(request);
    const of = { tenantId, uuid: await begin(request) };
    const isAsync = isPatient(request);
    request.raw.socket.setTimeout(ANSWERED_MS);
    if (!isAsync) {
      const hungUp = new AbortController();
      reply.raw.once('close', () => hungUp.abort());
      try {
        await runBulk(tools, of, hungUp.signal);
      } catch (error) {
        // Whoever sends it again goes on, or a job does.
        if (reply.raw.destroyed) return reply;
        throw error;
      }
    }
    reply.raw.once('finish', () => {
      tools.db
        .inTenant(tenantId, (tx) => queries.noteAnswered(tx, of.uuid, tools.clock()))
        .catch((err) => request.log.error({ err }, 'that a Bulk was answered could not be noted'));
    });
    const { row, results } = await read(tenantId, actor.id, of.uuid);
    if (isAsync) {
      reply.code(202).headers({ location: `${base}/Bulk/${row.uuid}`, 'preference-applied': 'respond-async' });
      return call.answer(reply, statusResource(base, row));
    }
    if (row.status === 'error') throw await whyEnded(tenantId, of.uuid);
    return call.answer(reply, { schemas: [BULK_RESPONSE], Operations: operationsOf(base, results) });
  });

  scope.get('/Bulk', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = callerOf(request);
    const page = call.pageOf(request.query as Given);
    const { rows, total } = await tools.db.reading(caller.tenantId, (tx) =>
      queries.listBulks(tx, caller.actor.id, page),
    );
    const Resources = rows.map((row) => statusResource(base, row));
    const head = { schemas: [LIST], totalResults: total, startIndex: page.offset + 1, itemsPerPage: rows.length };
    return call.answer(reply, { ...head, Resources });
  });

  scope.get('/Bulk/:id', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = callerOf(request);
    const uuid = idOf(request);
    const { row, results } = await read(caller.tenantId, caller.actor.id, uuid);
    const Operations = row.status === 'processing' ? undefined : operationsOf(base, results);
    return call.answer(reply, { ...statusResource(base, row), ...(Operations && { Operations }) });
  });

  const read = (tenantId: string, source: string, uuid: string) =>
    tools.db.reading(tenantId, async (tx) => {
      const row = await queries.findBulk(tx, source, uuid);
      if (!row) throw new ScimRefusal(404, 'There is no such Bulk.');
      return { row, results: row.status === 'processing' ? [] : await queries.readResults(tx, uuid) };
    });

  async function whyEnded(tenantId: string, uuid: string): Promise<Error> {
    const isAllowed = await tools.db.reading(tenantId, (tx) => queries.wasAllowed(tx, uuid, tools.clock()));
    if (isAllowed) return fail('unknown_error');
    return new ScimRefusal(403, 'The source was switched off, or the token revoked, meanwhile.');
  }

  /** Keeps what is to be done, before any of it is; the same that is under way already is that one. */
  async function begin(request: FastifyRequest): Promise<string> {
    const { tenantId, actor } = callerOf(request);
    const token = tokenOf(request);
    const plan = planOf(request.body);
    // Of what is to be done: nothing else of the body was looked at, and it may be of any depth.
    const digest = createHash('sha256').update(JSON.stringify(plan)).digest();
    const now = tools.clock();
    const before = (millis: number) => new Date(now.getTime() - millis);
    const { address, requestId } = clientInfo(request);
    const parts = cut(plan.operations);
    const refused = [...plan.refused, ...parts.refused].map(({ operation, why }) => gone(operation, why));
    const pieces = parts.pieces.map((operations, at) => ({ operations, results: at === 0 ? refused : [] }));
    const insert = () =>
      tools.db.inTenant(tenantId, async (tx) => {
        await queries.giveUpAnswers(tx, actor.id, before(ANSWER_MS), now);
        await queries.forgetOld(tx, actor.id, before(KEPT_MS));
        const known = await queries.findUnanswered(tx, actor.id, digest);
        if (known) {
          await queries.handOver(tx, known, token);
          return known.uuid;
        }
        if ((await queries.countUnfinished(tx, actor.id)) >= MAX_UNFINISHED)
          throw new ScimRefusal(429, 'Too many Bulks are under way.');
        const uuid = newUuid();
        await queries.insertBulk(tx, {
          ...{ tenant_id: tenantId, uuid, source_uuid: actor.id, digest, status: 'processing', created_at: now },
          token_uuid: token,
          ...{ operations: plan.operations.length + plan.refused.length, done: refused.length, failed: refused.length },
          ...{ fail_on_errors: plan.failOnErrors, actor_name: actor.name, address, request_id: requestId },
        });
        await queries.insertPieces(tx, { tenantId, uuid }, pieces);
        await wakeBulk(
          tools,
          tx,
          { tenantId, uuid },
          isPatient(request) ? undefined : new Date(now.getTime() + LOOK_AFTER_MS),
        );
        return uuid;
      });
    // Of two equal ones at once, the other is there by now.
    return insert().catch((error) => {
      if ((error as { code?: unknown }).code !== '23505') throw error;
      return insert();
    });
  }
}

/** Whether the caller prefers to be answered at once, and to ask later (RFC 7240). */
const isPatient = ({ headers }: FastifyRequest): boolean =>
  /(?:^|[,;\s])respond-async(?:$|[,;\s])/i.test([headers.prefer].flat().join(','));
