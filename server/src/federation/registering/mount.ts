import type { FastifyInstance } from 'fastify';
import { isFailure } from '#contract/errors.ts';
import { clientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { readFederatedBrowser } from '../../sign-in/proofs/federated-browser.ts';
import type { RegistrationPage } from '../ports.ts';
import { finishRegistration, type Registered, WAY_BACK } from './registering.ts';

/**
 * The way back of those who complete a registration with another identity provider: outside the contract, for it answers
 * with a redirect. The page that is next reads what became of it from the fragment, which is sent to no server.
 */
export function registerWayBack(app: FastifyInstance, tools: Tools): void {
  app.get<{ Querystring: { state?: unknown } }>(WAY_BACK, { exposeHeadRoute: false }, async (request, reply) => {
    const state = typeof request.query.state === 'string' ? request.query.state : '';
    const browser = { secret: readFederatedBrowser(request), client: clientInfo(request) };
    const done = await finishRegistration(tools, state, browser, tools.clock()).catch((error: unknown): Registered => {
      if (!isFailure(error)) request.log.error({ err: error }, 'a registration by a provider');
      return { page: null, error: isFailure(error) ? error.id : 'unknown_error' };
    });
    return reply.header('cache-control', 'no-store').redirect(nextPage(done), 303);
  });
}

/** Where a browser goes on to with a provider's answer to a registration: the way back, or the page it was begun on. */
export const registrationOf = ({
  goOn,
  page = 'register',
  error,
}: Pick<Registered, 'error'> & { goOn?: string; page?: RegistrationPage }): string =>
  goOn ?? nextPage({ page, error: error ?? 'unknown_error' });

/** Who is registered signs in; who is not is back on the page where they chose the provider. */
function nextPage({ page, tenantId, exchangeCode, error }: Registered): string {
  const told = Object.entries({ tenantId, exchangeCode, federationError: error });
  const fragment = new URLSearchParams(told.filter((entry): entry is [string, string] => entry[1] !== undefined));
  return `/portal/${error === undefined || page === null ? 'login' : page}.html#${fragment}`;
}
