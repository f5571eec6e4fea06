import type pg from 'pg';
import { placeOf, sealedColumns } from '#server/platform/secrets/sealed-columns.ts';

/**
 * Columns that look sealed and are not in the registry: by name (`sealed…`, bytes or text), or because a value begins
 * like those of the sealer (`header`: version and key ID), as bytes, in hex or in base64.
 */
export async function unregisteredPlaces(owner: pg.Pool, header: Buffer): Promise<string[]> {
  const { rows: columns } = await owner.query<{
    table: string;
    place: string;
    name: string;
    column: string;
    type: string;
  }>(`
    select format('%I.%I', c.table_schema, c.table_name) as table, c.table_name || '.' || c.column_name as place,
      c.column_name as name, format('%I', c.column_name) as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
      and c.data_type in ('bytea', 'text', 'character varying', 'jsonb')`);
  const registered = new Set(sealedColumns.map(placeOf));
  const found: string[] = [];
  for (const { table, place, name, column, type } of columns) {
    if (registered.has(place)) continue;
    const begins = type === 'bytea' ? `substring(${column} from 1 for 5) = $1` : `strpos(${column}::text, $1) > 0`;
    // Base64 writes three bytes as four characters: of five bytes, the first three always have the same text.
    const marks = type === 'bytea' ? [header] : [header.toString('hex'), header.toString('base64').slice(0, 6)];
    let looksSealed = /^sealed/.test(name) || /_sealed$/.test(name);
    for (const mark of marks) {
      const { rowCount } = await owner.query(`select from ${table} where ${begins} limit 1`, [mark]);
      looksSealed ||= rowCount === 1;
    }
    if (looksSealed) found.push(place);
  }
  return found;
}
