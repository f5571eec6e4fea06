import { getMe } from '#contract/authentication/me.ts';
import { handle, prepareAnswer, type Served } from '../../http/serve.ts';
import { basicSettingsRoutes } from './basic-settings/routes.ts';
import { cardsRoutes } from './cards/routes.ts';
import { externalAccountsRoutes } from './external-accounts/routes.ts';
import { myGroupsRoutes } from './groups/routes.ts';
import { loginHistoryRoutes } from './login-history/routes.ts';
import { currentMe } from './me.ts';
import { passwordRoutes } from './password/routes.ts';
import { reauthenticationRoutes } from './reauthentication/routes.ts';
import { recoveryCodesRoutes } from './recovery-codes/routes.ts';
import { mySessionsRoutes } from './sessions/routes.ts';
import { totpRoutes } from './totp/routes.ts';
import { userCodeRoutes } from './user-code/routes.ts';

export const meRoutes: Served[] = [
  handle(getMe, async ({ tools, caller }) => prepareAnswer(await currentMe(tools.db, caller))),
  ...basicSettingsRoutes,
  ...passwordRoutes,
  ...reauthenticationRoutes,
  ...totpRoutes,
  ...recoveryCodesRoutes,
  ...mySessionsRoutes,
  ...loginHistoryRoutes,
  ...myGroupsRoutes,
  ...userCodeRoutes,
  ...cardsRoutes,
  ...externalAccountsRoutes,
];
