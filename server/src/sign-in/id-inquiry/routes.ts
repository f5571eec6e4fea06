import * as contract from '#contract/sign-in/id-inquiry.ts';
import { findLoginTypes } from '../login-type.ts';
import { handle } from '../../platform/http/serve.ts';
import { requestMail } from '../mail-requests/mail-requests.ts';

export const idInquiryRoutes = [
  handle(contract.sendIdInformation, async ({ tools, body, client, now }) => {
    await requestMail(tools, { kind: 'idInformation', mailAddress: body.mailAddress }, client, now);
    return undefined;
  }),
  handle(contract.getTenantBrief, async ({ tools, params, client, now }) => ({
    tenantId: params.tenantId,
    ...(await findLoginTypes(tools, { tenantId: params.tenantId }, client, now)),
  })),
  // The address is not looked up, so neither the answer nor its timing reveals whether an account has it.
  handle(contract.getMyAccountsBrief, ({ tools, client, now }) => findLoginTypes(tools, {}, client, now)),
];
