import type { FastifyRequest } from 'fastify';
import { fail } from '#contract/errors.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { noteActor } from '../../http/known-actor.ts';
import { type Call, type Given, handle, type Served } from '../../http/serve.ts';
import { bearerToken } from '../../http/session.ts';
import type { Tools } from '../../tools.ts';
import { findKnownDevice, type KnownDevice, noteDevice } from './known-devices.ts';
import { readDeviceToken } from './tokens.ts';

const devices = new WeakMap<FastifyRequest, KnownDevice>();

/** The device that calls, by its token (RFC 6750, header only). Throws `invalid_token`. */
async function authorizeDevice(tools: Tools, request: FastifyRequest): Promise<void> {
  const now = tools.clock();
  const token = bearerToken(request);
  const claims = token && readDeviceToken(tools, token, now);
  const device = claims && (await findKnownDevice(tools, claims));
  if (!device) throw fail('invalid_token');
  noteActor(request, { type: 'device', id: device.uuid, tenantId: device.tenantId });
  noteDevice(tools, device, now);
  devices.set(request, device);
}

/** Binds a route for devices to the function that answers it. The token is checked before the body is read. */
export function handleDevice<const R extends RouteDefinition>(
  route: R,
  work: (call: Call<R>, device: KnownDevice) => Promise<Given<R>>,
): Served {
  const served = handle(route, (call) => work(call, devices.get(call.request) as KnownDevice));
  return {
    route,
    mount: (app, tools) => {
      app.register(async (scope) => {
        scope.addHook('onRequest', (request) => authorizeDevice(tools, request));
        served.mount(scope, tools);
      });
    },
  };
}
