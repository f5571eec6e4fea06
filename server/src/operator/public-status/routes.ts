import * as contract from '#contract/site/status.ts';
import { textIn } from '#messages/catalog.ts';
import { handle } from '../../platform/http/serve.ts';
import { readerLanguage } from '../../site/pages/language.ts';
import { indicatorOf, publicComponents, statusPage, upcomingMaintenances } from './status.ts';

export const statusRoutes = [
  handle(contract.getUpcomingMaintenances, async ({ tools, query, request, now }) => ({
    page: statusPage(tools, now),
    scheduled_maintenances: await upcomingMaintenances(tools, query.language ?? readerLanguage(request), now),
  })),
  handle(contract.getStatus, async ({ tools, query, request, now }) => {
    const indicator = indicatorOf(await publicComponents(tools));
    const text = textIn(query.language ?? readerLanguage(request));
    return {
      page: statusPage(tools, now),
      status: { indicator, description: text(`operator.indicator.${indicator}`) },
    };
  }),
  handle(contract.getStatusComponents, async ({ tools, now }) => ({
    page: statusPage(tools, now),
    components: (await publicComponents(tools)).map(({ componentId, name, status, updatedAt }) => ({
      id: componentId,
      name,
      status,
      updated_at: updatedAt,
    })),
  })),
];
