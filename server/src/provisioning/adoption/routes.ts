import { previewAdoption } from '#contract/provisioning/adoption.ts';
import { type AdoptionKind, adoptionKinds, MAX_PREVIEWED } from '#contract/provisioning/values.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { provenDomains } from '../ports.ts';
import { getSource } from '../sources/sources.ts';
import { judgeAll } from './queries.ts';

export const adoptionRoutes: Served[] = [
  handle(previewAdoption, async (call) => {
    ownTenant(call);
    const { tools, tx, params, body, now } = call;
    await getSource(tools, tx, params.uuid, now);
    const domains = body.adoption === 'address' ? await provenDomains(tx) : [];
    const rows = await judgeAll(tx, { ...body, domains }, MAX_PREVIEWED);
    const of = (kind: AdoptionKind) => rows.find((row) => row.kind === kind);
    const results = of(body.kind)?.users ?? [];
    return {
      ...{ results, totalResults: of(body.kind)?.total ?? 0, itemsPerPage: results.length },
      counts: Object.fromEntries(adoptionKinds.map((kind) => [kind, of(kind)?.total ?? 0])) as Record<
        AdoptionKind,
        number
      >,
    };
  }),
];
