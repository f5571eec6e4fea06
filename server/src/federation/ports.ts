import type { Language } from '#contract/languages.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import { port } from '../platform/port.ts';
import type { Tools } from '../platform/tools.ts';

// What the completion of a registration by another identity provider asks of the room that invites.

/** The temporary code of a mailed link. */
export interface RegistrationCode {
  tenantId: string;
  codeHash: Buffer;
}

/** The page that a registration was opened on: that of invitations, or of registration URLs. */
export type RegistrationPage = 'register' | 'self-register';

/** What somebody typed on it; names that are left out stay as the administrator entered them. */
export interface TypedNames {
  familyName?: string | undefined;
  givenName?: string | undefined;
  locale?: Language | undefined;
  timezone?: string | undefined;
}

/**
 * The page of a registration that can be completed now; consumes nothing. Throws `revoked_or_expired`,
 * `exceeded_user_limit`.
 */
export const findRegistration = port<[tx: Tx, code: RegistrationCode, now: Date], Promise<RegistrationPage>>(
  'findRegistration',
);

/**
 * Completes a registration without a password: consumes its code and seat, and answers the UUID of the user, who is active.
 * Throws `revoked_or_expired`, `exceeded_user_limit`; a tenant without room violates `over_user_limit`, an address that is
 * somebody's by now `duplicated_params_loginMailAddress`.
 */
export const completeRegistration = port<
  [
    tools: Tools,
    tx: Tx,
    code: RegistrationCode,
    names: TypedNames,
    act: { client: ClientInfo; now: Date; action: string },
  ],
  Promise<string>
>('completeRegistration');
