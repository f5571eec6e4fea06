import type { Compilable, CompiledQuery } from 'kysely';
import type { Tx } from './transaction.ts';

/** Stands in a statement for a value that each use brings. */
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that Kysely puts together at its first use only: that takes longer than sending it. For the hottest ones.
 * `build` is given a stand-in for each value and must not look at it; every use brings the same values by name, those
 * that are null too.
 */
export function built<Values extends object, Row>(
  build: (tx: Tx, values: Values) => Compilable<Row>,
): (tx: Tx, values: Values) => Promise<Row[]> {
  let known: CompiledQuery<Row> | undefined;
  return async (tx, values) => {
    known ??= build(tx, standIns(values)).compile();
    const parameters = known.parameters.map((value) =>
      value instanceof Place ? values[value.name as keyof Values] : value,
    );
    return (await tx.executeQuery<Row>({ ...known, parameters })).rows;
  };
}

const standIns = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, new Place(name)])) as Values;
