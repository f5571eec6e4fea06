import type { Actor } from '#contract/principals.ts';
import { operatorScopes } from '#contract/principals.ts';
import { PROVIDER } from '../platform/db/transaction.ts';
import { IN_NO_GROUPS } from '../platform/http/principal.ts';
import { type Acting, writeEntries } from '../platform/http/acting.ts';

interface Command {
  now: Date;
  /** The command's words: `portico tenant create`. */
  action: string;
  actor: Actor;
  reason?: string | undefined;
  requestId: string;
}

/** Who has the command line, or is the server itself, may do everything. Rows are updates unless they say otherwise. */
export function commandAct({ now, action, actor, reason, requestId }: Command): Acting {
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
  };
  const act: Acting = {
    caller,
    now,
    reason,
    audit: (tx, entry, as) =>
      writeEntries(tx, { ...facts, reason: act.reason }, 'length' in entry ? entry : [entry], as),
    owesNoEvent() {},
  };
  return act;
}
