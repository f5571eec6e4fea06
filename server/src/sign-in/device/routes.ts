import * as contract from '#contract/sign-in/device-sign-in.ts';
import { deviceToken } from '#contract/sign-in/device-token.ts';
import { exchangeSecret } from '../../devices/credentials/credentials.ts';
import { deviceOf } from '../../devices/credentials/known-devices.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { addCardAtDevice, signOutAtDevice } from './person.ts';
import { giveSecondFactorAtDevice } from './second-factor.ts';
import { signInAtDevice } from './sign-in.ts';
import { offeredWays } from './ways.ts';

/** Routes that devices call with their own tokens. */
export const deviceSignInRoutes: Served[] = [
  handle(deviceToken, ({ tools, body, client, now }) => exchangeSecret(tools, body.credential, client, now)),
  handle(contract.deviceWays, async (call) => offeredWays(call.tools, deviceOf(call))),
  handle(contract.deviceLogin, (call) => signInAtDevice(call.tools, deviceOf(call), call.body, call.client, call.now)),
  handle(contract.deviceMfa, (call) =>
    giveSecondFactorAtDevice(call.tools, deviceOf(call), call.body, call.client, call.now),
  ),
  handle(contract.deviceLogout, async (call) => {
    await signOutAtDevice(call.tools, deviceOf(call), call.body.accessToken, call.now);
    return undefined;
  }),
  handle(contract.deviceCard, (call) => addCardAtDevice(call.tools, deviceOf(call), call.body, call)),
];
