import type { AppRequest, AppRequestOfUser, requestApp } from '#contract/apps/app-requests.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { tellAdministrators } from '../../tenant/notices/administrators.ts';
import { findReceiver, queueMailsTo } from '../../tenant/notices/notices.ts';
import * as queries from './queries.ts';

/** A user who has so many open requests waits for their answers. */
const MOST_OPEN = 5;
const DECIDED_KEPT_MS = 90 * 86_400_000;

const toRequest = (row: queries.RequestRow): AppRequest => ({
  requestId: row.request_id,
  name: row.name,
  homepage: row.homepage,
  redirectUris: row.redirect_uris,
  purpose: row.purpose,
  askedAt: row.asked_at.toISOString(),
  state: row.state,
  decidedAt: row.decided_at?.toISOString() ?? null,
  reason: row.reason,
});

type Caller = { tenantId: string; uuid: string };

/** Asks for an app; the administrators are told by mail. Throws `exceeded_app_requests`. */
export async function askForApp(
  tools: Tools,
  tx: Tx,
  { tenantId, uuid }: Caller,
  given: BodyOf<typeof requestApp>,
  now: Date,
): Promise<AppRequest> {
  const user = await queries.holdUser(tx, uuid);
  if (!user) throw fail('not_found');
  if ((await queries.countOpen(tx, uuid)) >= MOST_OPEN) throw fail('exceeded_app_requests');
  await queries.deleteDecided(tx, new Date(now.getTime() - DECIDED_KEPT_MS));
  const row = await queries.insertRequest(tx, {
    tenant_id: tenantId,
    request_id: newUuid(),
    user_uuid: uuid,
    name: given.name,
    homepage: given.homepage,
    redirect_uris: given.redirectUris,
    purpose: given.purpose,
    asked_at: now,
  });
  await tellAdministrators(tools, tx, {
    kind: 'appRequested',
    page: '/portal/oauth-apps',
    variables: () => ({ user: user.user_id, app: given.name }),
    now,
  });
  return toRequest(row);
}

/** The requests of a user, latest first. */
export async function listRequestsOf(tx: Tx, uuid: string): Promise<AppRequest[]> {
  return (await queries.listOf(tx, uuid)).map(toRequest);
}

/** The open requests of the transaction's tenant, earliest first. */
export async function listOpenRequests(tx: Tx): Promise<AppRequestOfUser[]> {
  return (await queries.listOpen(tx)).map((row) => ({
    ...toRequest(row),
    user: { userId: row.user_id, familyName: row.family_name, givenName: row.given_name },
  }));
}

type Decision = { state: 'approved' } | { state: 'declined'; reason: string };

/**
 * Approves or declines a request, of which the user who asked is told by mail. Returns the name that was asked for.
 * Throws `not_found`, and `conflict` if it has been decided.
 */
export async function decideRequest(
  tools: Tools,
  tx: Tx,
  requestId: string,
  decision: Decision,
  now: Date,
): Promise<string> {
  const row = await queries.holdRequest(tx, requestId);
  if (!row) throw fail('not_found');
  if (row.state !== 'open') throw fail('conflict');
  await queries.updateRequest(tx, requestId, { ...decision, decided_at: now });
  const receiver = await findReceiver(tx, row.user_uuid);
  const reason = decision.state === 'declined' ? decision.reason : '';
  const kind = decision.state === 'declined' ? 'appDeclined' : 'appApproved';
  const link = `${tools.config.publicUrl}/portal/account/connected_apps`;
  const variables = () => ({ app: row.name, reason });
  if (receiver) await queueMailsTo(tools, tx, [{ receiver, link, variables }], { kind, now });
  return row.name;
}
