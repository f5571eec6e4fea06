import { isTenantId } from '#contract/rules.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { endSessions } from '../../sign-in/sessions/sessions.ts';
import { signerOf } from './certificates.ts';
import type { Posted } from './go-on.ts';
import { checkHead, issuerOf, type RawMessage, verified } from '../../platform/saml/message.ts';
import { samlAddresses } from './paths.ts';
import { spendLogoutRequest } from './requests.ts';
import { writeLogoutResponse } from './response.ts';
import { findSpOf, of, refuseDisabled, senderOf, unknownSp } from './sso.ts';
import { sessionIndexOf } from './subject.ts';
import { readLogoutRequest } from '../../platform/saml/logout.ts';

interface SignedIn {
  session_id: string;
  user_uuid: string;
  /** Whether the session was signed in to other service providers that could be told. */
  elsewhere: boolean;
}

/** The open sessions that were signed in to a service provider under a name. */
async function findSignedIn(tx: Tx, samlSpId: string, nameId: string): Promise<SignedIn[]> {
  return tx
    .selectFrom('saml_sp_sessions as i')
    .innerJoin('sessions as s', 's.session_id', 'i.session_id')
    .select(['s.session_id', 's.user_uuid'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('saml_sp_sessions as o')
            .select('o.session_id')
            .whereRef('o.session_id', '=', 'i.session_id')
            .whereRef('o.saml_sp_id', '<>', 'i.saml_sp_id'),
        )
        .as('elsewhere'),
    )
    .where('i.saml_sp_id', '=', samlSpId)
    .where('i.name_id', '=', nameId)
    .where('s.ended_at', 'is', null)
    .$castTo<SignedIn>()
    .execute();
}

/**
 * Signs out as a service provider asks. Only a signed request does: it needs no cookie, which a cross-site POST would not
 * carry. Returns the answer to post; `ask` where the request proves nothing, so that the user is asked; `done` where
 * the service provider has no address for answers. Throws `RefusedRequest`.
 */
export async function signOutBySp(
  tools: Tools,
  tenantId: string,
  message: RawMessage,
  now: Date,
): Promise<Posted | { to: 'ask' | 'done' }> {
  if (!isTenantId(tenantId)) throw unknownSp();
  const entityId = issuerOf(message);
  const { entityId: issuer, sloUrl: destination } = samlAddresses(tools.config.publicUrl, tenantId);
  const ended = await tools.db.inTenant(tenantId, async (tx) => {
    const sp = await findSpOf(tx, { entityId });
    return of(sp.saml_sp_id, async () => {
      refuseDisabled(sp);
      const sender = await senderOf(tx, sp, false);
      const mustBeSigned = sender.certifications.some(({ active }) => active);
      const { root, signed } = verified(message, { ...sender, signatureDemanded: mustBeSigned }, now);
      const inResponseTo = checkHead(root, { kind: 'LogoutRequest', destination, entityId, signed, now });
      const { nameId, indexes } = readLogoutRequest(root, now);
      if (!signed) return null;
      await spendLogoutRequest(tx, { tenantId, samlSpId: sp.saml_sp_id, id: inResponseTo, now });
      const found = await findSignedIn(tx, sp.saml_sp_id, nameId);
      const meant = found.filter(
        ({ session_id }) => indexes === null || indexes.includes(sessionIndexOf(session_id, sp.saml_sp_id)),
      );
      for (const { user_uuid: userUuid, session_id: only } of meant)
        await endSessions(tx, { userUuid, only }, 'logout', now);
      return { sp, inResponseTo, meant };
    });
  });
  if (!ended) return { to: 'ask' };
  const { sp, inResponseTo, meant } = ended;
  for (const { user_uuid } of meant) tools.principals.forget(tenantId, user_uuid);
  tools.wakeDeliveries();
  if (sp.logout_url === null) return { to: 'done' };
  // Other service providers of the session are not told by us: the first one is to know (SAML core 3.7.3.2).
  const codes = meant.some(({ elsewhere }) => elsewhere) ? ['Success', 'PartialLogout'] : ['Success'];
  const signer = await signerOf(tools, tenantId);
  const answer = writeLogoutResponse({ issuer, inResponseTo, now, signer, destination: sp.logout_url }, codes);
  const { relayState: RelayState } = message;
  const fields = { SAMLResponse: Buffer.from(answer).toString('base64'), ...(RelayState !== null && { RelayState }) };
  return { to: 'post', action: sp.logout_url, fields, displayName: sp.display_name };
}
