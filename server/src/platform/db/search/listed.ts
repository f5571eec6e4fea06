import { type RawBuilder, sql } from 'kysely';
import { type Aside, isListed } from './predicate.ts';

/** Several lists; the first is short and gone through, the others say who of it is left. */
export type Asides = readonly [Aside, ...Aside[]];

/** Of a longer list each is asked for by itself. */
const FEW_HASHED = 50_000;

/** The uuids of the first list that are in the others, or not in them. */
export function listedWith([first, ...others]: Asides): RawBuilder<{ uuid: string }> {
  const uuid = sql`f.uuid`;
  const asked = others.map(({ uuids, isNot = false, size }) => {
    const listed =
      size <= FEW_HASHED
        ? isListed(uuid, sql`select o.uuid from (${uuids}) o`)
        : sql`exists (select from (${uuids}) o where o.uuid = ${uuid} offset 0)`;
    return isNot ? sql`not ${listed}` : listed;
  });
  const where = asked.length === 0 ? sql`` : sql`where ${sql.join(asked, sql` and `)}`;
  // In their order neighbours are asked for one after the other.
  const order = others.some(({ size }) => size > FEW_HASHED) ? sql`order by l.uuid` : sql``;
  return sql<{ uuid: string }>`
    select ${uuid} from (select distinct l.uuid from (${first.uuids}) l ${order}) f ${where}`;
}

/** Microseconds for a row passed along an order and looked for in a list, and for one looked up by its uuid. */
const cost = { passed: 1.2, lookedUp: 9 };

/** A walk goes on for longer than it should take: matches come in clusters. */
const PATIENCE = 2;

/**
 * How many rows to walk along an order of `all` until `wanted` of those listed (`c.total`) were met, or null where looking
 * all of these up is cheaper: twice as many are twice the work to look up, and half the way.
 */
export const wayOf = (wanted: number, all: RawBuilder<number>) => sql<number | null>`
  case when ${wanted}::float8 < c.total
    and ${wanted}::float8 * ${all} / c.total * ${sql.lit(cost.passed)} < c.total * ${sql.lit(cost.lookedUp)}
  then ceil(${sql.lit(PATIENCE)} * ${wanted}::float8 * ${all} / c.total)::bigint end`;
