import { listSourceRuns } from '#contract/provisioning/runs.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { wholePage } from '../../platform/http/whole-page.ts';
import { getSource } from '../sources/sources.ts';
import { listRuns } from './queries.ts';
import { HOUR_MS, hourOf } from './runs.ts';

export const sourceRunRoutes: Served[] = [
  handle(listSourceRuns, async (call) => {
    ownTenant(call);
    const { tools, tx, params, body, now } = call;
    const { uuid } = await getSource(tools, tx, params.uuid, now);
    const since = new Date(hourOf(now).getTime() - (body.hours - 1) * HOUR_MS);
    const rows = await listRuns(tx, uuid, since);
    return wholePage(rows.map(({ hour, ...counts }) => ({ hour: hour.toISOString(), ...counts })));
  }),
];
