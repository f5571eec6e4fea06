import { previewExclusions } from '#contract/provisioning/exclusions.ts';
import { MAX_PREVIEWED } from '#contract/provisioning/values.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { getSource } from '../sources/sources.ts';
import { listExcluded } from './exclusions.ts';

export const exclusionRoutes: Served[] = [
  handle(previewExclusions, async (call) => {
    ownTenant(call);
    const { tools, tx, params, body, now } = call;
    const { uuid } = await getSource(tools, tx, params.uuid, now);
    const rows = await listExcluded(tx, uuid, body, MAX_PREVIEWED);
    return {
      totalResults: rows[0]?.total ?? 0,
      provided: rows[0]?.provided ?? 0,
      results: rows.map((row) => ({
        ...{ uuid: row.uuid, userId: row.user_id, familyName: row.family_name, givenName: row.given_name },
        ...{ mailAddress: row.mail_address, status: row.status, isProvided: row.is_provided },
      })),
    };
  }),
];
