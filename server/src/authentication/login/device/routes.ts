import * as signIn from '#contract/authentication/device-sign-in.ts';
import { deviceToken } from '#contract/authentication/device-token.ts';
import { handleDevice } from '../../../device-management/credentials/authorize.ts';
import { exchangeSecret } from '../../../device-management/credentials/credentials.ts';
import { handle, type Served } from '../../../http/serve.ts';
import { offeredWays } from './ways.ts';

/** What devices call, as themselves. */
export const deviceSignInRoutes: Served[] = [
  handle(deviceToken, ({ tools, body, client, now }) => exchangeSecret(tools, body.credential, client, now)),
  handleDevice(signIn.deviceWays, async ({ tools }, device) => offeredWays(tools, device)),
];
