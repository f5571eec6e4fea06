import { listDeadDeliveries } from '#contract/operator/deliveries.ts';
import { listDead } from '../../deliveries/deliveries.ts';
import { type Command, parse } from '../command.ts';

export const deliveryCommands: readonly Command[] = [
  {
    name: 'delivery list',
    places: ['tenant'],
    options: { tenant: 'text' },
    required: [],
    run: async ({ tools }, { tenant }) => {
      const { tenantId } = parse(listDeadDeliveries.query, { tenantId: tenant });
      return {
        data: await listDead(tools, tenantId ?? null),
        columns: ['createdAt', 'tenantId', 'kind', 'about', 'state', 'tries', 'failure'],
      };
    },
  },
];
