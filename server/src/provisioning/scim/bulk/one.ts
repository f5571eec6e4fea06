import { sql } from 'kysely';
import { isUuid } from '../../../platform/crypto/uuid.ts';
import { send } from '../../../platform/db/ask.ts';
import { outcomeOf } from '../../runs/runs.ts';
import type { ScimAct } from '../act.ts';
import { refusedBy } from '../answer.ts';
import { toResource } from '../coerce.ts';
import { groupChangesOf, toGroupChanges } from '../group-words.ts';
import * as groups from '../groups.ts';
import { operationsOf, patched } from '../patch.ts';
import { ScimRefusal } from '../refusal.ts';
import * as users from '../users.ts';
import type { Operation } from './plan.ts';
import { gone, type Result, wellDone } from './result.ts';

/** How a whole resource, or the operations of a PATCH, change a user. */
export function nextOf({ method, data }: Operation): Parameters<typeof users.changeUser>[3] {
  if (method === 'PUT') {
    const resource = toResource(data);
    // What is left out of a whole resource may keep its value: nobody is switched on by silence.
    return ({ active }) => ({ active, ...resource });
  }
  const operations = operationsOf(data);
  return (before) => patched(before, operations);
}

/** Carries out one operation as a call of its own would; answers the ID of what it concerned. */
async function carryOut(act: ScimAct, operation: Operation): Promise<string> {
  const { on, method, id, version, data } = operation;
  if (id === null)
    return on === 'Users' ? users.createUser(act, toResource(data)) : groups.createGroup(act, toGroupChanges(data));
  if (!isUuid(id)) throw new ScimRefusal(404, 'There is no such resource.');
  if (on === 'Users') {
    if (method === 'DELETE') await users.deleteUser(act, id, version);
    else await users.changeUser(act, id, version, nextOf(operation));
  } else if (method === 'DELETE') await groups.deleteGroup(act, id, version);
  else await groups.changeGroup(act, id, version, method === 'PUT' ? toGroupChanges(data) : groupChangesOf(data));
  return id.toLowerCase();
}

/** What the database says fails its transaction: whoever runs it does the operation in one of its own. */
const isOfDatabase = (error: unknown) => typeof (error as { code?: unknown } | null)?.code === 'string';

/** The same within a transaction of many: of one that is refused nothing stays. */
export async function doOne(act: ScimAct, operation: Operation): Promise<Result> {
  const told: string[] = [];
  await send(act.tx, sql`savepoint operation`);
  try {
    const id = await carryOut({ ...act, told }, operation);
    await send(act.tx, sql`release savepoint operation`);
    return wellDone(operation, id, outcomeOf(told));
  } catch (error) {
    if (isOfDatabase(error)) throw error;
    const refused = refusedBy(error);
    if (refused.status >= 500) throw error;
    await sql`rollback to savepoint operation`.execute(act.tx);
    return gone(operation, refused);
  }
}
