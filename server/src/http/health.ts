import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { fail } from '#contract/errors.ts';
import { equalSecrets } from '../crypto/secret.ts';
import { countDeliveries } from '../deliver/outbox.ts';
import type { Tools } from '../tools.ts';
import { replyError } from './error-reply.ts';
import { createRequestTimes } from './request-times.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can reach its database and will not stop. `/metrics`: Prometheus figures, without a
 * name or id of anybody; with METRICS_TOKEN only to its bearer, in production mode never without.
 */
export function registerHealth(app: FastifyInstance, tools: Tools): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(deliveriesGauge(tools));
  const times = createRequestTimes();
  app.addHook('onResponse', (request, reply, done) => {
    times.note(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    if (tools.draining) throw fail('service_unavailable');
    await tools.db.pool.query('select 1').catch((cause) => {
      throw fail('service_unavailable', { cause, retryAfter: 2 });
    });
    return { status: 'ready' };
  });
  app.get('/metrics', async (request, reply) => {
    const { METRICS_TOKEN: token } = tools.config;
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const allowed = token ? equalSecrets(given, token) : !tools.config.production;
    if (!allowed) return replyError(fail('not_found'), request, reply);
    return reply.type(registry.contentType).send(`${await registry.metrics()}${times.text()}`);
  });
}

/** What has not left, or was given up: back-channel logouts by state. Without the database the figure is left out. */
function deliveriesGauge(tools: Tools): Gauge {
  return new Gauge({
    name: 'portico_deliveries',
    help: 'Deliveries that have not arrived, by kind and state',
    labelNames: ['kind', 'state'],
    registers: [],
    async collect() {
      this.reset();
      const counts = await countDeliveries(tools.db.pool).catch(() => []);
      for (const { kind, state, count } of counts) this.set({ kind, state }, count);
    },
  });
}
