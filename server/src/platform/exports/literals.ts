import type pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** A statement with its parameters written into it, each as the driver writes a literal: COPY takes no parameters. */
export function withLiterals(client: pg.PoolClient, text: string, values: readonly unknown[]): string {
  const literal = (value: unknown) =>
    client.escapeLiteral(value instanceof Date ? value.toISOString() : String(prepareValue(value)));
  return text.replace(/\$(\d+)/g, (_, number: string) => literal(values[Number(number) - 1]));
}
