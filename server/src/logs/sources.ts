import { isIPv6 } from 'node:net';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { LogKind, LoginLogCondition, OperationLogCondition } from '#contract/logs/logs-fields.ts';
import type { ActorType } from '#contract/principals.ts';
import { changesOfSection } from '#contract/logs/setting-areas.ts';
import type { SettingSection } from '#contract/logs/setting-sections.ts';
import { confirmUserImport } from '#contract/people/user-imports-actions.ts';
import type { Tx } from '../platform/db/transaction.ts';
import { isOfUserNamed, type Meaning, meaningOf, tellsDeleted } from './meaning.ts';
import type { Place } from './place.ts';
import type { Reading } from './reading.ts';

/** A value whose rows an index finds. */
export interface Stream {
  field: string;
  term: string;
}

export interface Meant {
  holds: RawBuilder<SqlBool>[];
  streams: Stream[];
  /** True if rows of it are in no stream. */
  isCommon: boolean;
}

/** How one of the logs is searched; conditions are about a row `l` of its view. */
export interface Source<Condition, Row extends Place> {
  kind: LogKind;
  view: RawBuilder<unknown>;
  columns: RawBuilder<Row>;
  /** Text of each indexed field (migration 0023). */
  keys: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Fields searched for a keyword, and their combined text. */
  searched: readonly string[];
  haystack: RawBuilder<string>;
  /** Conditions on a row, without the keyword. */
  predicates(condition: Condition): RawBuilder<SqlBool>[];
  /** Values that a condition names in full: each alone finds all possible matches. The first is the best. */
  streams(condition: Condition): Stream[];
  /** Rows that an index leaves out, so that a stream of the field does not find them. */
  bases?: Readonly<Record<string, RawBuilder<SqlBool>>>;
  /** Streams without an index of `keys`: their rows between two places, in order. */
  ways?: Readonly<
    Record<
      string,
      (
        reading: Pick<Reading, 'from' | 'to' | 'below' | 'above' | 'backwards'>,
        columns: RawBuilder<unknown>,
      ) => RawBuilder<unknown>
    >
  >;
  /** Condition of rows that are listed individually; an index contains only these. */
  whole?: RawBuilder<SqlBool>;
  /** True if an outcome is one of rows not listed individually. */
  isPart?(outcome: string): boolean;
  /** Further conditions on rows found by outcome. */
  beyondOutcomes?(condition: Condition): RawBuilder<SqlBool>[];
  /** Meanings of a keyword besides being part of a field, looked up once. */
  prepare?(tx: Tx, condition: Condition): Promise<Condition>;
  /** Rows that such a meaning finds, and the values that find them. */
  meant?(condition: Condition): Meant;
  /** Condition on outcomes (the term of `outcome`); null if the search has none. */
  outcomes(condition: Condition): ((outcome: string) => boolean) | null;
}

/** An address as PostgreSQL writes it, because IPv6 has many spellings. */
const addressText = (address: string) =>
  isIPv6(address) ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;

const equal = (text: RawBuilder<unknown>, value: string | undefined): RawBuilder<SqlBool>[] =>
  value === undefined ? [] : [sql`${text} = ${value}`];
const same = (text: RawBuilder<unknown>, value: string | undefined): RawBuilder<SqlBool>[] =>
  value === undefined ? [] : [sql`lower(${text}) = lower(${value}::text)`];
const stream = (field: string, term: string | undefined): Stream[] => (term === undefined ? [] : [{ field, term }]);

/** True of outcomes with the requested parts; null if none is requested. */
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

/** A condition with the meaning of its keyword. */
export type PreparedOperations = OperationLogCondition & { meaning?: Meaning };

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

const event = sql`coalesce(l.type, l.action)`;
const whole = sql<SqlBool>`not operation_is_part(l.action, l.target_type)`;

/** Rows of changes made on a settings page. */
function changesOf(section: SettingSection): RawBuilder<SqlBool> {
  const { targets, fields } = changesOfSection(section);
  const ofTarget = sql<SqlBool>`l.target_type = any (${targets}::text[])`;
  return fields.length === 0 ? ofTarget : sql<SqlBool>`(${ofTarget} and l.changes ?| ${fields}::text[])`;
}

export const operationLog: Source<PreparedOperations, OperationRow> = {
  kind: 'systemOperation',
  view: sql`searchable_system_operation_log`,
  columns: sql`l.id, l.at, l.type, l.operation, l.action, l.status, l.operator_uuid, l.operator_user_id, l.actor_type, l.actor_id, l.actor_name, l.target_type, l.target_id, l.changes, l.address, l.request_id, l.error_id, l.reason, l.client_request_id`,
  keys: {
    operator: sql`l.operator_user_id`,
    address,
    outcome: sql`operation_outcome(l.status, l.operation, l.target_type, l.action)`,
    request,
    event,
    // For whole files; pages use `ways`.
    target: sql`(l.target_type || '/' || l.target_id)`,
  },
  bases: { event: whole },
  ways: {
    target: ({ from, to, below, above, backwards }, columns) => {
      const way = backwards ? sql`asc` : sql`desc`;
      return sql`select ${columns} from searchable_system_operation_log l
        where l.at >= ${from}::timestamptz and l.at <= ${to}::timestamptz
          and l.target_type = split_part(k.term, '/', 1) and l.target_id = split_part(k.term, '/', 2)
          and (l.at, l.id) < (${below.at}::timestamptz, ${below.id}::uuid)
          and (l.at, l.id) > (${above.at}::timestamptz, ${above.id}::uuid)
        order by l.at ${way}, l.id ${way}`;
    },
  },
  whole,
  isPart: (outcome) => isPartOutcome(outcome),
  searched: ['operator', 'address'],
  haystack: sql`l.operator_user_id || chr(10) || coalesce(host(l.address), '')`,
  prepare: async (tx, { meaning: _, ...asked }) =>
    asked.keyword ? { ...asked, meaning: await meaningOf(tx, asked.keyword, asked.language) } : asked,
  meant: ({ meaning }) => (meaning ? foundBy(meaning) : { holds: [], streams: [], isCommon: false }),
  predicates: (asked) => [
    ...same(request, asked.requestId),
    ...same(sql`l.operator_user_id`, asked.operatorUserId),
    ...equal(address, asked.address && addressText(asked.address)),
    ...equal(sql`l.status`, asked.status),
    ...equal(sql`l.operation`, asked.operation),
    ...equal(sql`l.target_type`, asked.targetType),
    ...(asked.setting ? [changesOf(asked.setting)] : []),
  ],
  streams: (asked) => [
    ...stream('request', asked.requestId),
    ...stream('operator', asked.operatorUserId),
    ...stream('address', asked.address && addressText(asked.address)),
  ],
  outcomes: (asked) => {
    const { targets } = asked.setting ? changesOfSection(asked.setting) : { targets: null };
    const fits = withParts([asked.status, asked.operation, asked.targetType]);
    if (!targets) return fits;
    return (outcome) => (fits?.(outcome) ?? true) && targets.includes(outcome.split('|')[2] ?? '');
  },
  beyondOutcomes: ({ setting }) => (setting && changesOfSection(setting).fields.length > 0 ? [changesOf(setting)] : []),
};

/** The same as `operation_is_part` (migration 0165) for a row. */
const partActions = [`${confirmUserImport.method} ${confirmUserImport.path}`, 'job user-bulk'];
export function isPartOutcome(outcome: string): boolean {
  const [, , target = '', ...action] = outcome.split('|');
  return ['user', 'group'].includes(target) && partActions.includes(action.join('|'));
}

/** Rows that a keyword finds by its meaning. */
function foundBy({ events, fields, people, things, operators, shared, remembered }: Meaning): Meant {
  const targets = [...people.map(({ uuid }) => `user/${uuid}`), ...things];
  const actors = [...people.map(({ userId }) => userId), ...operators];
  return {
    holds: [
      ...(events.length > 0 ? [sql<SqlBool>`${event} = any (${events}::text[])`] : []),
      ...fields.map(({ types, names }) =>
        names === null
          ? sql<SqlBool>`${event} = any (${types}::text[])`
          : sql<SqlBool>`(${event} = any (${types}::text[]) and l.changes ?| ${names}::text[])`,
      ),
      ...(actors.length > 0 ? [sql<SqlBool>`l.operator_user_id = any (${actors}::text[])`] : []),
      ...(targets.length > 0 ? [sql<SqlBool>`(l.target_type || '/' || l.target_id) = any (${targets}::text[])`] : []),
      ...(remembered === '' ? [] : [tellsDeleted(remembered)]),
      ...(shared === '' ? [] : [isOfUserNamed(shared)]),
    ],
    streams: [
      ...[...new Set([...events, ...fields.flatMap(({ types }) => types)])].map((term) => ({ field: 'event', term })),
      ...actors.map((term) => ({ field: 'operator', term })),
      ...targets.map((term) => ({ field: 'target', term })),
    ],
    isCommon: shared !== '' || remembered !== '',
  };
}
