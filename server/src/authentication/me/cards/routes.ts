import * as contract from '#contract/authentication/me-cards.ts';
import type { MyCard } from '#contract/authentication/me-cards.ts';
import { handle } from '../../../http/serve.ts';
import { addMyCard, listMyCards, removeMyCard } from './cards.ts';

const shown = ({ uuid, deviceType, index }: MyCard) => ({ uuid, deviceType, index });

export const cardsRoutes = [
  handle(contract.listMyCards, ({ tools, tx, caller }) => listMyCards(tools, tx, caller)),
  handle(contract.addCard, ({ tools, caller, body, client, now, audit }) =>
    addMyCard(tools, caller, body, {
      client,
      now,
      audit: (tx, card) =>
        audit(tx, {
          targetType: 'user',
          targetId: caller.uuid,
          changes: { onpremiseAccounts: { after: shown(card) } },
        }),
    }),
  ),
  handle(contract.deleteCard, async ({ tools, tx, caller, params, client, now, audit }) => {
    const card = await removeMyCard(tools, tx, caller, params.uuid, { client, now });
    const changes = { onpremiseAccounts: { before: shown(card) } };
    await audit(tx, { targetType: 'user', targetId: caller.uuid, changes });
    return undefined;
  }),
];
