import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ChangeOperation } from '../../platform/http/acting.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { ScimAct } from './act.ts';
import { pathsOf } from './answer.ts';
import * as call from './call.ts';
import { askedOf, callerOf, type Given, idOf, textOf } from './call.ts';
import { headOf, pageAsked, readOf } from './cursor.ts';
import { parseFilter } from './filter.ts';
import { type GroupRow, listGroups, readMembers } from './group-queries.ts';
import { groupOrderOf, groupWhereOf } from './group-where.ts';
import { GROUP, type GroupChange, groupChangesOf, toGroupChanges, withoutGroupUrn } from './group-words.ts';
import * as groups from './groups.ts';
import { LIST } from './schema.ts';
import { etagOf } from './version.ts';

/** A group with ten thousand members. */
const BODY_LIMIT = 1024 * 1024;
/** Members in one answer of a list: of larger groups, a page has fewer. */
const MOST_MEMBERS_LISTED = 50_000;

interface Mounting {
  scope: FastifyInstance;
  base: string;
  tools: Tools;
  act<T>(request: FastifyRequest, operation: ChangeOperation, work: (act: ScimAct) => Promise<T>): Promise<T>;
}

/** Groups of a source. Members are read as JSON and answered so: a group may have hundreds of thousands. */
export function mountGroups({ scope, base, tools, act }: Mounting): void {
  const limited = { bodyLimit: BODY_LIMIT };

  scope.post('/Groups/.search', async (request, reply) => list(request, reply, call.searchOf(request.body)));
  scope.get('/Groups', { exposeHeadRoute: false }, async (request, reply) =>
    list(request, reply, request.query as Given),
  );
  scope.get('/Groups/:id', { exposeHeadRoute: false }, async (request, reply) => {
    const caller = callerOf(request);
    const wanted = wantedOf(request.query as Given);
    const [row, members] = await tools.db.reading(caller.tenantId, (tx) => read(tx, request, wanted));
    const tag = etagOf(row);
    if (request.headers['if-none-match'] === tag) return reply.header('etag', tag).code(304).send();
    return answered(reply, row, members, wanted);
  });
  scope.post('/Groups', limited, async (request, reply) => {
    const changes = toGroupChanges(request.body);
    const wanted = wantedOf(request.query as Given);
    const [row, members] = await act(request, 'create', async (one) => {
      const uuid = await groups.createGroup(one, changes);
      return read(one.tx, request, wanted, uuid);
    });
    reply.code(201).header('location', locationOf(row));
    return answered(reply, row, members, wanted);
  });
  scope.put('/Groups/:id', limited, async (request, reply) => {
    const wanted = wantedOf(request.query as Given);
    const [row, members] = await change(request, toGroupChanges(request.body), wanted);
    return answered(reply, row, members, wanted);
  });
  // Of the members as they are then, nobody who adds one wants to hear: the answer is empty unless attributes are asked for.
  scope.patch('/Groups/:id', limited, async (request, reply) => {
    const wanted = wantedOf(request.query as Given);
    const isAsked = askedOf(request.query as Given).attributes !== undefined;
    const [row, members] = await change(request, groupChangesOf(request.body), isAsked ? wanted : () => false);
    if (isAsked) return answered(reply, row, members, wanted);
    return reply
      .code(204)
      .headers({ etag: etagOf(row), 'cache-control': 'no-store' })
      .send();
  });
  scope.delete('/Groups/:id', async (request, reply) => {
    const uuid = idOf(request);
    await act(request, 'delete', (one) => groups.deleteGroup(one, uuid, request.headers['if-match']));
    return reply.code(204).header('cache-control', 'no-store').send();
  });

  const change = (request: FastifyRequest, changes: readonly GroupChange[], wanted: Wanted) =>
    act(request, 'update', async (one) => {
      await groups.changeGroup(one, idOf(request), request.headers['if-match'], changes);
      return read(one.tx, request, wanted);
    });

  async function read(
    tx: Tx,
    request: FastifyRequest,
    wanted: Wanted,
    uuid = idOf(request),
  ): Promise<[GroupRow, members: string | null]> {
    const { id: source } = callerOf(request).actor;
    const row = await groups.readGroup(tx, source, uuid);
    if (!wanted('members')) return [row, null];
    return [row, (await readMembers(tx, source, [uuid])).get(uuid) ?? '[]'];
  }

  async function list(request: FastifyRequest, reply: FastifyReply, given: Given): Promise<FastifyReply> {
    const caller = callerOf(request);
    const source = caller.actor.id;
    const filter = textOf(given, 'filter');
    const wanted = wantedOf(given);
    const paged = pageAsked(given, source);
    const where = filter ? groupWhereOf(parseFilter(filter)) : null;
    const order = groupOrderOf(...call.sortOf(given));
    const asked = { source, where, order, ...paged, limit: readOf(paged) };
    const { total, read, rows, members } = await tools.db.reading(caller.tenantId, async (tx) => {
      const page = await listGroups(tx, asked);
      const first = page.rows.slice(0, paged.limit);
      const rows = wanted('members') ? fitting(first) : first;
      const uuids = rows.map(({ group_uuid }) => group_uuid);
      return {
        ...page,
        read: page.rows.length,
        rows,
        members: wanted('members') ? await readMembers(tx, source, uuids) : null,
      };
    });
    const Resources = rows.map((row) => textOfGroup(row, members && (members.get(row.group_uuid) ?? '[]'), wanted));
    const found = { total, read, shown: rows.length, last: rows.at(-1)?.group_uuid };
    const head = { schemas: [LIST], ...headOf(given, source, paged, found) };
    return call.answerText(reply, `${JSON.stringify(head).slice(0, -1)},"Resources":[${Resources.join(',')}]}`);
  }

  const locationOf = ({ group_uuid }: GroupRow) => `${base}/Groups/${group_uuid}`;

  const answered = (reply: FastifyReply, row: GroupRow, members: string | null, wanted: Wanted): FastifyReply =>
    call.answerText(reply.header('etag', etagOf(row)), textOfGroup(row, members, wanted));

  function textOfGroup(row: GroupRow, members: string | null, wanted: Wanted): string {
    const { group_uuid: id, display_name: displayName, external_id: externalId } = row;
    const meta = {
      ...{ resourceType: 'Group', created: row.created_at.toISOString(), lastModified: row.changed_at.toISOString() },
      ...{ location: locationOf(row), version: etagOf(row) },
    };
    const group = {
      ...{ schemas: [GROUP], id },
      ...(wanted('displayname') && { displayName }),
      ...(wanted('externalid') && externalId !== null && { externalId }),
      ...(wanted('meta') && { meta }),
    };
    const text = JSON.stringify(group);
    return members === null ? text : `${text.slice(0, -1)},"members":${members}}`;
  }
}

/** The first groups whose members are few enough for one answer; one at least. */
function fitting<T extends { size: number }>(rows: readonly T[]): T[] {
  let left = MOST_MEMBERS_LISTED;
  const past = rows.findIndex(({ size }, at) => {
    left -= size;
    return at > 0 && left < 0;
  });
  return past < 0 ? [...rows] : rows.slice(0, past);
}

/** Whether an attribute is to be answered, by its name in lower case. */
type Wanted = (name: string) => boolean;

function wantedOf(given: Given): Wanted {
  const { attributes, excludedAttributes } = askedOf(given);
  const names = (list: string) =>
    new Set(pathsOf(list).map((path) => withoutGroupUrn(path).toLowerCase().replace(/\..*$/, '')));
  if (attributes) {
    const asked = names(attributes);
    return (name) => asked.has(name);
  }
  // A part of the members that is not wanted does not make them unwanted.
  const excluded = new Set(pathsOf(excludedAttributes ?? '').map((path) => withoutGroupUrn(path).toLowerCase()));
  return (name) => !excluded.has(name);
}
