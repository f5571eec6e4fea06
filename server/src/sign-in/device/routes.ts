import * as contract from '#contract/authentication/device-sign-in.ts';
import { deviceToken } from '#contract/authentication/device-token.ts';
import { handleDevice } from '../../device-management/credentials/authorize.ts';
import { exchangeSecret } from '../../device-management/credentials/credentials.ts';
import { handle, type Served } from '../../http/serve.ts';
import { addCardAtDevice, signOutAtDevice } from './person.ts';
import { giveSecondFactorAtDevice } from './second-factor.ts';
import { signInAtDevice } from './sign-in.ts';
import { offeredWays } from './ways.ts';

/** What devices call, as themselves. */
export const deviceSignInRoutes: Served[] = [
  handle(deviceToken, ({ tools, body, client, now }) => exchangeSecret(tools, body.credential, client, now)),
  handleDevice(contract.deviceWays, async ({ tools }, device) => offeredWays(tools, device)),
  handleDevice(contract.deviceLogin, ({ tools, body, client, now }, device) =>
    signInAtDevice(tools, device, body, client, now),
  ),
  handleDevice(contract.deviceMfa, ({ tools, body, client, now }, device) =>
    giveSecondFactorAtDevice(tools, device, body, client, now),
  ),
  handleDevice(contract.deviceLogout, async ({ tools, body, now }, device) => {
    await signOutAtDevice(tools, device, body.accessToken, now);
    return undefined;
  }),
  handleDevice(contract.deviceCard, ({ tools, body, client, now }, device) =>
    addCardAtDevice(tools, device, body, client, now),
  ),
];
