import * as contract from '#contract/sign-in/password-reset.ts';
import { handle } from '../../platform/http/serve.ts';
import { requestMail } from '../mail-requests/mail-requests.ts';
import { disableMfa, resetPassword } from './password-reset.ts';
import { giveSecondFactor } from './second-factor.ts';

export const passwordResetRoutes = [
  handle(contract.sendResetPasswordConfirmation, async ({ tools, body, client, now }) => {
    await requestMail(tools, { kind: 'resetPassword', ...body }, client, now);
    return undefined;
  }),
  handle(contract.authenticateMfa, ({ tools, body, client, now }) => giveSecondFactor(tools, body, client, now)),
  handle(contract.resetPassword, async ({ tools, body, client, now }) => {
    await resetPassword(tools, body, client, now);
    return undefined;
  }),
  handle(contract.disableMfa, async ({ tools, body, client, now }) => {
    await disableMfa(tools, body, client, now);
    return undefined;
  }),
];
