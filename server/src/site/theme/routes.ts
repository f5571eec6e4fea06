import * as contract from '#contract/site/theme.ts';
import { handle } from '../../http/serve.ts';
import { guestTheme } from './theme.ts';

export const themeRoutes = [handle(contract.getTheme, ({ tools, query }) => guestTheme(tools, query.tenantId))];
