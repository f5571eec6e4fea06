import { createHash } from 'node:crypto';
import type { Served } from '../platform/http/serve.ts';

/** Adds an entity tag to a call's answers; a browser that has the same one gets 304 (RFC 9110, 13.1.2). */
export function withEtag(served: Served): Served {
  return {
    route: served.route,
    mount: (app, tools) => {
      app.register(async (scope) => {
        scope.addHook('onSend', async (request, reply, payload) => {
          if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
          const etag = `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;
          reply.header('etag', etag);
          const known = (request.headers['if-none-match'] ?? '')
            .split(',')
            .map((tag) => tag.trim().replace(/^W\//, ''));
          if (!known.includes(etag)) return payload;
          reply.code(304).removeHeader('content-length');
          return '';
        });
        served.mount(scope, tools);
      });
    },
  };
}
