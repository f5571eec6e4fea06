import type { Actor } from '#contract/principals.ts';
import { operatorScopes } from '#contract/principals.ts';
import { PROVIDER } from '../platform/db/transaction.ts';
import { IN_NO_GROUPS } from '../platform/http/principal.ts';
import { type Acting, writeEntries } from '../platform/http/acting.ts';
import type { Tools } from '../platform/tools.ts';

interface Command {
  /** For the consumers of what happens; null: nobody is told. */
  tools: Tools | null;
  now: Date;
  /** The command's words: `portico tenant create`. */
  action: string;
  actor: Actor;
  reason?: string | undefined;
  requestId: string;
}

/** Who has the command line, or is the server itself, may do everything. Rows are updates unless they say otherwise. */
export function commandAct({ tools, now, action, actor, reason, requestId }: Command): Acting {
  const caller = {
    ...{ tenantId: PROVIDER, actor, permissions: new Set(operatorScopes) },
    ...{ inGroups: IN_NO_GROUPS, client: null, provedAt: null },
  };
  const facts = {
    caller,
    now,
    action,
    operation: 'update' as const,
    origin: { address: null, requestId, clientRequestId: null },
    client: null,
  };
  const act: Acting = {
    caller,
    now,
    reason,
    audit: (tx, entry, as) =>
      writeEntries(tools, tx, { ...facts, reason: act.reason }, 'length' in entry ? entry : [entry], as),
    owesNoEvent() {},
  };
  return act;
}
