import { isIPv6 } from 'node:net';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LogKind, LoginLogCondition, OperationLogCondition } from '#contract/logs/logs-fields.ts';
import type { ActorType } from '#contract/principals.ts';
import type { Place } from './place.ts';

/** A value that an index leads to all rows of. */
export interface Stream {
  field: string;
  term: string;
}

/** One of the logs, as it is searched: of a row `l` of its view. */
export interface Source<Condition, Row extends Place> {
  kind: LogKind;
  view: RawBuilder<unknown>;
  columns: RawBuilder<Row>;
  /** The text of each field that has an index (migration 0023). */
  keys: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The fields that a keyword is looked for in, and all of their text. */
  searched: readonly string[];
  haystack: RawBuilder<string>;
  /** What must hold of a row, but for the keyword. */
  predicates(condition: Condition): RawBuilder<SqlBool>[];
  /** The values a condition names whole: each by itself leads to all that can match. The first is the best. */
  streams(condition: Condition): Stream[];
  /** Whether rows with such an outcome (the term of `outcome`) can match; null where it asks nothing of outcomes. */
  outcomes(condition: Condition): ((outcome: string) => boolean) | null;
}

/** An address as PostgreSQL writes it: of IPv6 there are many spellings. */
const addressText = (address: string) =>
  isIPv6(address) ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;

const equal = (text: RawBuilder<unknown>, value: string | undefined): RawBuilder<SqlBool>[] =>
  value === undefined ? [] : [sql`${text} = ${value}`];
const same = (text: RawBuilder<unknown>, value: string | undefined): RawBuilder<SqlBool>[] =>
  value === undefined ? [] : [sql`lower(${text}) = lower(${value}::text)`];
const stream = (field: string, term: string | undefined): Stream[] => (term === undefined ? [] : [{ field, term }]);

/** Whether the parts of an outcome are those asked for; null where none is. */
function withParts(asked: readonly (string | undefined)[]): ((outcome: string) => boolean) | null {
  if (asked.every((value) => value === undefined)) return null;
  return (outcome) => {
    const parts = outcome.split('|');
    return asked.every((value, at) => value === undefined || value === parts[at]);
  };
}

const address = sql`host(l.address)`;
const request = sql`l.request_id`;

export interface LoginRow extends Place {
  user_id: string;
  user_uuid: string | null;
  status: string;
  reason: string | null;
  login_type: string;
  address: string | null;
  user_agent: string;
  session_id: string | null;
  request_id: string;
  device_id: string | null;
  client_id: string | null;
  client_name: string | null;
  client_request_id: string | null;
}

export const loginLog: Source<LoginLogCondition, LoginRow> = {
  kind: 'login',
  view: sql`searchable_login_log`,
  columns: sql`l.id, l.at, l.user_id, l.user_uuid, l.status, l.reason, l.login_type, l.address, l.user_agent, l.session_id, l.request_id, l.device_id, l.client_id, l.client_name, l.client_request_id`,
  keys: {
    userId: sql`l.user_id`,
    address,
    userAgent: sql`l.user_agent`,
    outcome: sql`login_outcome(l.status, l.login_type, l.reason)`,
    request,
  },
  searched: ['userId', 'address', 'userAgent'],
  haystack: sql`l.user_id || chr(10) || coalesce(host(l.address), '') || chr(10) || l.user_agent`,
  predicates: (asked) => [
    ...same(request, asked.requestId),
    ...same(sql`l.user_id`, asked.userId),
    ...equal(address, asked.address && addressText(asked.address)),
    ...equal(sql`l.status`, asked.status),
    ...equal(sql`l.login_type`, asked.loginType),
    ...equal(sql`l.reason`, asked.reason),
  ],
  streams: (asked) => [
    ...stream('request', asked.requestId),
    ...stream('userId', asked.userId),
    ...stream('address', asked.address && addressText(asked.address)),
  ],
  outcomes: (asked) => withParts([asked.status, asked.loginType, asked.reason]),
};

export interface OperationRow extends Place {
  type: string | null;
  operation: string;
  action: string;
  status: string;
  operator_uuid: string | null;
  operator_user_id: string;
  actor_type: ActorType;
  actor_id: string | null;
  actor_name: string;
  target_type: string | null;
  target_id: string | null;
  changes: Record<string, unknown>;
  address: string | null;
  request_id: string;
  error_id: string | null;
  reason: string | null;
  client_request_id: string | null;
}

export const operationLog: Source<OperationLogCondition, OperationRow> = {
  kind: 'systemOperation',
  view: sql`searchable_system_operation_log`,
  columns: sql`l.id, l.at, l.type, l.operation, l.action, l.status, l.operator_uuid, l.operator_user_id, l.actor_type, l.actor_id, l.actor_name, l.target_type, l.target_id, l.changes, l.address, l.request_id, l.error_id, l.reason, l.client_request_id`,
  keys: {
    operator: sql`l.operator_user_id`,
    address,
    outcome: sql`operation_outcome(l.status, l.operation, l.target_type, l.action)`,
    request,
  },
  searched: ['operator', 'address', 'outcome'],
  haystack: sql`l.operator_user_id || chr(10) || coalesce(host(l.address), '') || chr(10) || operation_outcome(l.status, l.operation, l.target_type, l.action)`,
  predicates: (asked) => [
    ...same(request, asked.requestId),
    ...same(sql`l.operator_user_id`, asked.operatorUserId),
    ...equal(address, asked.address && addressText(asked.address)),
    ...equal(sql`l.status`, asked.status),
    ...equal(sql`l.operation`, asked.operation),
    ...equal(sql`l.target_type`, asked.targetType),
  ],
  streams: (asked) => [
    ...stream('request', asked.requestId),
    ...stream('operator', asked.operatorUserId),
    ...stream('address', asked.address && addressText(asked.address)),
  ],
  outcomes: (asked) => withParts([asked.status, asked.operation, asked.targetType]),
};
