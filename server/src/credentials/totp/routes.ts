import * as contract from '#contract/credentials/me-totp.ts';
import { fail } from '#contract/errors.ts';
import { handle } from '../../platform/http/serve.ts';
import { activateTotp, createTotp, removeTotp } from './totp.ts';

export const totpRoutes = [
  handle(contract.createTotp, async ({ tools, tx, caller, now, audit }) => {
    const created = await createTotp(tools, tx, caller, now);
    const changes = { totp: { after: { uuid: created.uuid, enabled: false } } };
    await audit(tx, { targetId: caller.uuid, changes });
    return created;
  }),
  handle(contract.activateTotp, ({ tools, caller, params, body, now, audit }) => {
    if (body.uuid !== params.uuid) throw fail('invalid_params', { field: 'uuid' });
    const changes = {
      totp: { before: { uuid: params.uuid, enabled: false }, after: { uuid: params.uuid, enabled: true } },
    };
    return activateTotp(tools, caller, body, now, (tx) => audit(tx, { targetId: caller.uuid, changes }));
  }),
  handle(contract.deleteTotp, async ({ tx, caller, params, now, audit }) => {
    const wasEnabled = await removeTotp(tx, caller, params.uuid, now);
    const changes = { totp: { before: { uuid: params.uuid } } };
    await audit(tx, { targetId: caller.uuid, changes, facts: { wasEnabled } });
    return undefined;
  }),
];
