import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The rows that meet a condition, or with `isNot` all but those, listed in another table. */
export interface Aside {
  /** Their uuids, as a question with the column `uuid`; some perhaps twice. */
  uuids: RawBuilder<unknown>;
  isNot?: boolean;
  /** At most so many uuids. */
  size: number;
}

/** A condition on the rows searched for. */
export interface Predicate {
  /** The exact condition. */
  exact: RawBuilder<SqlBool>;
  /** A weaker condition that an index can answer; null: no index can. */
  indexed: RawBuilder<SqlBool> | null;
  /** Whether that index is the fragment index. */
  isFragment?: boolean;
  /** Whether the index condition is already exact. */
  isComplete?: boolean;
  /** A weaker condition that is cheaper to evaluate, for use without an index. */
  cheaper?: RawBuilder<SqlBool>;
  /** The exact condition on a row of the table that stores an order separately. */
  along?: RawBuilder<SqlBool>;
  /** Where the exact condition asks nothing of a row but its uuid. */
  aside?: Aside;
}

/** Up to so many rows are listed, to look for each in the list; of more, each is asked for by itself. */
export const FEW_LISTED = 20_000;

/** Whether something is in a list, which is read once. Kept from being joined (`is true`). */
export const isListed = (uuid: RawBuilder<unknown>, uuids: RawBuilder<unknown>) =>
  sql<SqlBool>`((${uuid} in (${uuids})) is true)`;

/** A LIKE pattern for "contains". */
export const containing = (needle: string) => `%${needle.replace(/[\\%_]/g, '\\$&')}%`;

/** Three letters or digits in a row, or fewer if the text itself shows that a word begins or ends. */
export const hasTrigram = /[a-z0-9]{3}|[ -/:-@[-`{-~][a-z0-9]|[a-z0-9]{2}[ -/:-@[-`{-~]/;

/**
 * The index condition for a text (migration 0010): words by trigrams, else rare characters and their pairs by grams,
 * else a pair of common letters by the trigrams it can begin. Only one kind: the others would be computed for every
 * user the first finds.
 */
export function indexedBy(needle: string): RawBuilder<SqlBool> | null {
  const rare = needle.match(/[^\sa-ik-pr-uy0-9]+/gu) ?? [];
  const grams = gramsOf(rare);
  if (isLatin(needle) && hasTrigram.test(needle)) return sql`u.search_text like ${containing(needle)}`;
  if (grams.length > 0) return sql`search_grams(u.search_text) @> ${grams}::text[]`;
  if (hasTrigram.test(needle)) return sql`u.search_text like ${containing(needle)}`;
  const [pair] = /[a-z0-9]{2}/.exec(needle) ?? [];
  return pair === undefined ? null : sql`u.search_text ~ ${`${pair}[a-z0-9 \\n@._+'-]`}`;
}

/**
 * Whether `indexedBy` is exact for a text: a word with trigrams is rechecked by LIKE itself, one or two rare characters
 * are a gram.
 */
export const isIndexedWhole = (needle: string): boolean =>
  (isLatin(needle) && hasTrigram.test(needle)) || /^[^\sa-ik-pr-uy0-9]{1,2}$/u.test(needle);

const isLatin = (needle: string) => /^[\x20-\x7e\u00c0-\u024f]*$/.test(needle);

/** Pairs if there are any: a row with the pair has both characters. */
function gramsOf(runs: readonly string[]): string[] {
  return runs.flatMap((run) => {
    const characters = [...run];
    return characters.length === 1 ? characters : characters.slice(1).map((next, at) => `${characters[at]}${next}`);
  });
}

/** Conjunction of the predicates, for a `where`. */
export function allOf(predicates: readonly Predicate[], withIndexes: boolean): RawBuilder<SqlBool> {
  const parts = predicates.flatMap(({ exact, indexed, isComplete, cheaper }) => {
    if (!withIndexes || !indexed) return cheaper ? [cheaper, exact] : [exact];
    return isComplete ? [indexed] : [indexed, exact];
  });
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}
