import { getMe } from '#contract/sign-in/me.ts';
import { handle, prepareAnswer, type Served } from '../../platform/http/serve.ts';
import { currentMe } from './me.ts';

export const meRoutes: Served[] = [
  handle(getMe, async ({ tools, caller }) => prepareAnswer(await currentMe(tools.db, caller))),
];
