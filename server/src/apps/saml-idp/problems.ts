import { sql } from 'kysely';
import type { SpProblemCause } from '#contract/apps/saml-idp-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { RefusedMessage } from '../../platform/saml/message.ts';
import { BadXml } from '../../platform/saml/read.ts';
import { addressOnly } from '../oauth/kept-refusals.ts';

/** What was refused longer ago says nothing of today. */
const SHOWN_MS = 7 * 86_400_000;

/** A request that is refused: strangers learn nothing, administrators the cause, the log the reason. */
export class RefusedRequest extends Error {
  readonly why: SpProblemCause | 'unknownSp';
  readonly detail: string | null;
  /** Of a service provider that was found: whose administrators are to know. */
  samlSpId: string | null = null;

  constructor(cause: SpProblemCause | 'unknownSp', reason: string, detail: string | null = null) {
    super(reason);
    this.why = cause;
    this.detail = detail;
  }
}

/** A message that could not be read or trusted, as a refused request; null for another error. */
export function asRefusedRequest(error: unknown): RefusedRequest | null {
  if (error instanceof RefusedRequest) return error;
  if (error instanceof BadXml) return new RefusedRequest('request', error.message);
  return error instanceof RefusedMessage ? new RefusedRequest(error.why, error.message, error.detail) : null;
}

/** Keeps why a service provider was refused. Never throws: the answer is the same. */
export async function keepSpRefusal(tools: Tools, tenantId: string, refused: RefusedRequest, now: Date): Promise<void> {
  const { samlSpId, why: cause } = refused;
  if (samlSpId === null || cause === 'unknownSp') return;
  const detail = cause === 'acsUrl' || cause === 'destination' ? addressOnly(refused.detail) : null;
  const keep = (tx: Tx) =>
    // At most once in ten seconds: whoever tries again and again writes no more.
    sql`insert into saml_sp_refusals as r (tenant_id, saml_sp_id, cause, detail, last_at)
      select tenant_id, saml_sp_id, ${cause}, ${detail}, ${now} from saml_sps where saml_sp_id = ${samlSpId}
      on conflict (tenant_id, saml_sp_id, cause) do update set detail = excluded.detail, last_at = excluded.last_at
        where r.last_at < excluded.last_at - interval '10 s'`.execute(tx);
  await tools.db
    .inTenant(tenantId, keep)
    .catch((error) => tools.log.error({ err: error }, 'why a service provider was refused could not be kept'));
}

/** Why a service provider was refused lately, latest first. */
export async function listSpRefusals(tx: Tx, samlSpId: string, now: Date) {
  const rows = await tx
    .selectFrom('saml_sp_refusals')
    .select(['cause', 'detail', 'last_at'])
    .where('saml_sp_id', '=', samlSpId)
    .where('last_at', '>', new Date(now.getTime() - SHOWN_MS))
    .orderBy('last_at', 'desc')
    .orderBy('cause')
    .execute();
  return rows.map(({ cause, detail, last_at }) => ({
    cause: cause as SpProblemCause,
    detail,
    lastAt: last_at.toISOString(),
  }));
}
