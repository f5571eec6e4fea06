import * as contract from '#contract/people/me-groups.ts';
import { handle } from '../../platform/http/serve.ts';
import { countGroupsOf, listGroupsOf } from './queries.ts';

export const myGroupsRoutes = [
  handle(contract.listMyGroups, async ({ tx, caller, query }) => {
    const rows = await listGroupsOf(tx, caller.uuid, query);
    const results = rows.map(({ group_id, ...rest }) => ({ ...rest, groupId: group_id }));
    return { results, totalResults: await countGroupsOf(tx, caller.uuid), itemsPerPage: query.count };
  }),
];
