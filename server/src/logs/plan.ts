import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { toLower } from '#contract/text-forms.ts';
import { indexedBy } from '../platform/db/search/predicate.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Place } from './place.ts';
import * as queries from './queries.ts';
import type { Source, Stream } from './sources.ts';

/** If more values than this contain a fragment, it is common, and the rows themselves are searched. */
const MOST_TERMS = 300;
/** Counting up to this decides which of two values has fewer rows. */
const COMPARED = 1000;

interface Keyworded {
  keyword?: string | undefined;
  grouped?: boolean | undefined;
}

const all = (parts: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> | null =>
  parts.length === 0 ? null : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;

/** True of rows whose searched fields contain a fragment, whose request ID it is, or which it means. */
function holds<Condition extends Keyworded, Row extends Place>(
  source: Source<Condition, Row>,
  condition: Condition,
): RawBuilder<SqlBool>[] {
  const { keyword } = condition;
  if (!keyword) return [];
  // The quick ones first.
  const parts = [
    ...(source.meant?.(condition).holds ?? []),
    sql<SqlBool>`strpos(lower(${source.haystack}), lower(${keyword}::text)) > 0`,
    sql<SqlBool>`lower(l.request_id) = lower(${keyword}::text)`,
  ];
  return [sql<SqlBool>`(${sql.join(parts, sql` or `)})`];
}

/** Searches all rows in the order of time. */
export function lookingThrough<Condition extends Keyworded, Row extends Place>(
  source: Source<Condition, Row>,
  condition: Condition,
): queries.Plan {
  const { grouped } = condition;
  return { streams: null, residual: all([...source.predicates(condition), ...holds(source, condition)]), grouped };
}

/**
 * How to find the rows of a condition: by the values it names, by values that contain its keyword, by the outcomes it
 * allows, or else through all rows. Chosen here, because PostgreSQL's planner takes all values for equally frequent.
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
    // The stream already selects its own value.
    const isAll = predicates.length === 1 && found.length === 0;
    return { streams: [named], residual: isAll ? null : all([...predicates, ...found]) };
  }
  if (condition.keyword) {
    const terms = await termsOf(tx, source, condition.keyword);
    const { streams: meant, isCommon } = source.meant?.(condition) ?? { streams: [], isCommon: false };
    if (!terms || isCommon || terms.length + meant.length > MOST_TERMS) return lookingThrough(source, condition);
    // The stream of an event also has rows with other changed fields.
    const residual = all([...predicates, ...(meant.length > 0 || grouped ? found : [])]);
    return { streams: [...terms, ...meant], residual };
  }
  const fits = source.outcomes(condition);
  if (!fits) return { streams: null, residual: all(predicates), grouped };
  const outcomes = await outcomesOf(tx, source, fits, grouped);
  const residual = all(source.beyondOutcomes?.(condition) ?? []);
  return { streams: outcomes.map((term) => ({ field: 'outcome', term })), residual };
}

/** The outcomes of a condition that asks for nothing else, so that the counts can answer it. */
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

/** The outcomes that occur in a log and that a condition allows. */
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
  // A request has only a few rows, and a single value needs no comparison.
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

/** Values that contain a keyword, as streams; null if too many. */
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
