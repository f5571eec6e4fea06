import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { fail } from '#contract/errors.ts';
import { equalSecrets } from '../crypto/secret.ts';
import { countDeliveries } from '../deliver/outbox.ts';
import type { Tools } from '../tools.ts';
import { replyError } from './error-reply.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can reach its database and is not stopping. `/metrics`: Prometheus
 * metrics without any names or IDs of users; with METRICS_TOKEN only for its bearer, and never without a token in
 * production mode.
 */
export function registerHealth(app: FastifyInstance, tools: Tools): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(deliveriesGauge(tools));
  const times = new Histogram({
    name: 'portico_http_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const series = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
    times.observe(series, reply.elapsedTime / 1000);
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
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Undelivered and dead deliveries, including emails, by kind and state. Omitted while the database is unreachable. */
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
