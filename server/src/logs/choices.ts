import type { Tx } from '../platform/db/transaction.ts';
import { readOutcomes } from './queries.ts';

const distinct = (values: readonly (string | undefined)[]) =>
  [...new Set(values)].filter((value): value is string => Boolean(value)).sort();

/** Filter choices of the logs: the values that occur in them. */
export async function readChoices(tx: Tx) {
  const logins = (await readOutcomes(tx, 'login')).map((outcome) => outcome.split('|'));
  const operations = (await readOutcomes(tx, 'systemOperation')).map((outcome) => outcome.split('|'));
  return {
    loginTypes: distinct(logins.map(([, loginType]) => loginType)),
    reasons: distinct(logins.map(([, , reason]) => reason)),
    targetTypes: distinct(operations.map(([, , targetType]) => targetType)),
  };
}
