import * as contract from '#contract/credentials/me-cards.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type AuditEntry, handle } from '../../platform/http/serve.ts';
import type { Caller } from '../../platform/http/session.ts';
import { accountChanges } from '../device-login/account-changes.ts';
import type { AccountChange } from '../device-login/onpremise-accounts.ts';
import { addMyCard, listMyCards, removeMyCard } from './cards.ts';

type Logging = Pick<AccountChange, 'now'> & {
  caller: Caller;
  audit(tx: Tx, entry: AuditEntry): Promise<void>;
};

const changeOf = ({ now, caller, audit }: Logging): AccountChange => ({
  now,
  audit: (tx, before, after, facts) =>
    audit(tx, { targetId: caller.uuid, changes: accountChanges(before, after), facts }),
});

export const cardsRoutes = [
  handle(contract.listMyCards, ({ tools, tx, caller }) => listMyCards(tools, tx, caller)),
  handle(contract.addCard, (call) => addMyCard(call.tools, call.caller, call.body, changeOf(call))),
  handle(contract.deleteCard, async (call) => {
    await removeMyCard(call.tx, call.caller, call.params.uuid, changeOf(call));
    return undefined;
  }),
];
