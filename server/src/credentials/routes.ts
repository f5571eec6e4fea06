import type { Served } from '../platform/http/serve.ts';
import { cardsRoutes } from './my-cards/routes.ts';
import { userCodeRoutes } from './my-user-code/routes.ts';
import { recoveryCodesRoutes } from './recovery-codes/routes.ts';
import { totpRoutes } from './totp/routes.ts';

/** Users' credentials. */
export const credentialRoomRoutes: Served[] = [
  ...cardsRoutes,
  ...userCodeRoutes,
  ...recoveryCodesRoutes,
  ...totpRoutes,
];
