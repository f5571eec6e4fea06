import { reauthenticate } from '#contract/sign-in/me-reauthentication.ts';
import { handle } from '../../platform/http/serve.ts';
import { proveAnew } from './reauthentication.ts';

export const reauthenticationRoutes = [
  handle(reauthenticate, ({ tools, caller, body, client, now, audit }) =>
    proveAnew(tools, caller, body, { client, now }, (tx) => audit(tx, { targetId: caller.sessionId ?? undefined })),
  ),
];
