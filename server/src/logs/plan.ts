import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { toLower } from '#contract/text-forms.ts';
import { indexedBy } from '../platform/db/search/predicate.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Place } from './place.ts';
import * as queries from './queries.ts';
import type { Source, Stream } from './sources.ts';

/** More values than this that hold a fragment: it is common, and the rows themselves are looked through. */
const MOST_TERMS = 300;
/** Of two values that lead to the rows, the one with fewer is found by counting so far. */
const COMPARED = 1000;

interface Keyworded {
  keyword?: string | undefined;
  grouped?: boolean | undefined;
}

const all = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> | null =>
  parts.length === 0 ? null : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;

/** That a fragment is in the searched fields, is the whole request id, or means such a row. */
function holds<Condition extends Keyworded, Row extends Place>(
  source: Source<Condition, Row>,
  condition: Condition,
): RawBuilder<SqlBool>[] {
  const { keyword } = condition;
  if (!keyword) return [];
  const parts = [
    sql<SqlBool>`strpos(lower(${source.haystack}), lower(${keyword}::text)) > 0`,
    sql<SqlBool>`lower(l.request_id) = lower(${keyword}::text)`,
    ...(source.meant?.(condition).holds ?? []),
  ];
  return [sql<SqlBool>`(${sql.join(parts, sql` or `)})`];
}

/** Looking through all rows in the order of their time. */
export function lookingThrough<Condition extends Keyworded, Row extends Place>(
  source: Source<Condition, Row>,
  condition: Condition,
): queries.Plan {
  const { grouped } = condition;
  return { streams: null, residual: all([...source.predicates(condition), ...holds(source, condition)]), grouped };
}

/**
 * How to find the rows of a condition: by the values it names, by those its keyword is in, by the outcomes it leaves,
 * else through all of them. We choose; the planner believes that any value is as frequent as the average.
 */
export async function choosePlan<Condition extends Keyworded, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  condition: Condition,
  reading: queries.Reading,
): Promise<queries.Plan> {
  const predicates = source.predicates(condition);
  const named = await fewest(tx, source, source.streams(condition), reading);
  const { grouped } = condition;
  const found = [...holds(source, condition), ...(grouped && source.whole ? [source.whole] : [])];
  if (named) {
    // The stream itself asks for its own value.
    const isAll = predicates.length === 1 && found.length === 0;
    return { streams: [named], residual: isAll ? null : all([...predicates, ...found]) };
  }
  if (condition.keyword) {
    const terms = await termsOf(tx, source, condition.keyword);
    const meant = source.meant?.(condition).streams ?? [];
    if (!terms || terms.length + meant.length > MOST_TERMS) return lookingThrough(source, condition);
    // A stream of an event has rows with other fields changed as well.
    const residual = all([...predicates, ...(meant.length > 0 || grouped ? found : [])]);
    return { streams: [...terms, ...meant], residual };
  }
  const fits = source.outcomes(condition);
  if (!fits) return { streams: null, residual: all(predicates), grouped };
  const outcomes = await outcomesOf(tx, source, fits, grouped);
  const residual = all(source.beyondOutcomes?.(condition) ?? []);
  return { streams: outcomes.map((term) => ({ field: 'outcome', term })), residual };
}

/** Whether a condition asks for nothing but outcomes, of which the counts know; and for which. */
export async function outcomesOnly<Condition extends Keyworded, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  condition: Condition,
): Promise<{ outcomes: string[] | null } | null> {
  if (condition.keyword || source.streams(condition).length > 0) return null;
  if (source.beyondOutcomes?.(condition).length) return null;
  const fits = source.outcomes(condition);
  if (!fits && !condition.grouped) return { outcomes: null };
  return { outcomes: await outcomesOf(tx, source, fits, condition.grouped) };
}

/** The outcomes that a log has seen and a condition leaves. */
async function outcomesOf(
  tx: Tx,
  { kind, isPart }: Pick<Source<never, Place>, 'kind' | 'isPart'>,
  fits: ((outcome: string) => boolean) | null,
  grouped: boolean | undefined,
): Promise<string[]> {
  const seen = await queries.readOutcomes(tx, kind);
  return seen.filter((outcome) => (fits?.(outcome) ?? true) && !(grouped && isPart?.(outcome)));
}

async function fewest<Condition, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  streams: readonly Stream[],
  reading: queries.Reading,
): Promise<Stream | null> {
  const [first, ...others] = streams;
  if (!first) return null;
  // A request is a row or a few; of one value alone nothing is to be compared.
  if (others.length === 0 || first.field === 'request') return first;
  const size = { budget: COMPARED, limit: COMPARED };
  const counts: [number, Stream][] = [];
  for (const stream of streams)
    counts.push([
      await queries.countRows(tx, source, { streams: [stream], residual: null }, { ...reading, ...size }),
      stream,
    ]);
  return counts.sort(([a], [b]) => a - b)[0]?.[1] ?? null;
}

/** The values that a keyword is in, as streams; null: too many. */
async function termsOf<Condition, Row extends Place>(
  tx: Tx,
  source: Source<Condition, Row>,
  keyword: string,
): Promise<Stream[] | null> {
  const indexed = indexedBy(toLower(keyword));
  const terms = await queries.findTerms(tx, source, keyword, indexed, MOST_TERMS + 1);
  if (terms.length > MOST_TERMS) return null;
  return [...terms, { field: 'request', term: keyword }];
}
