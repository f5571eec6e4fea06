import * as contract from '#contract/site/theme.ts';
import { handle } from '../../platform/http/serve.ts';
import { LOGO_POLICY, logoFile } from '../../tenant/branding/logo-file.ts';
import { guestTheme } from './theme.ts';

export const themeRoutes = [
  handle(contract.getTheme, ({ tools, query }) => guestTheme(tools, query.tenantId)),
  handle(contract.getLogo, async ({ tools, params, reply }) => {
    const file = await logoFile(tools, params.tenantId, params.logoId);
    reply.header('content-security-policy', LOGO_POLICY);
    return file;
  }),
];
