import * as contract from '#contract/provisioning/quarantine.ts';
import { isUuid } from '../../platform/crypto/uuid.ts';
import { ownTenant } from '../../platform/http/own-tenant.ts';
import { handle, type Served } from '../../platform/http/serve.ts';
import { getSource, holdSource } from '../sources/sources.ts';
import { decide } from './deciding.ts';
import * as queries from './queries.ts';

/** Where a page goes on: time and ID of the last one. Anything else is the beginning. */
function placeOf(cursor: string | undefined): { at: Date; uuid: string } | null {
  const [time = '', uuid = ''] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split(' ');
  const at = new Date(time);
  return isUuid(uuid) && !Number.isNaN(at.getTime()) ? { at, uuid } : null;
}

export const quarantineRoutes: Served[] = [
  handle(contract.listQuarantine, async (call) => {
    ownTenant(call);
    const { tools, tx, params, body, now } = call;
    await getSource(tools, tx, params.uuid, now);
    const { rows, total } = await queries.listHeld(tx, params.uuid, placeOf(body.cursor), body.count);
    const last = rows.at(-1);
    const next = Buffer.from(`${last?.at.toISOString()} ${last?.uuid}`).toString('base64url');
    return {
      results: rows.map((row) => ({
        ...{ id: row.uuid, kind: row.kind, at: row.at.toISOString() },
        user: {
          ...{ uuid: row.user_uuid, userId: row.user_id },
          ...{ familyName: row.family_name, givenName: row.given_name },
        },
      })),
      ...{ totalResults: total, itemsPerPage: rows.length },
      ...(rows.length === body.count && { next }),
    };
  }),
  handle(contract.decideQuarantine, async (call) => {
    ownTenant(call);
    const { tools, tx, caller, params, body, now } = call;
    const source = await holdSource(tx, params.uuid);
    const ids = body.ids ?? null;
    const { decided, spared, entries, uuids } = await decide(
      { tools, tx, caller, now },
      source.uuid,
      body.decision,
      ids,
      body.most,
    );
    const told = { departures: { before: uuids.length, after: body.decision === 'allow' ? decided : 0 } };
    await call.audit(tx, [{ targetId: source.uuid, changes: uuids.length > 0 ? told : {} }, ...entries]);
    return { decided, spared, left: (await queries.listHeld(tx, source.uuid, null, 1)).total };
  }),
];
