// `npm run generate:rows`: migrates an empty database and writes the types of its rows to
// server/src/platform/db/rows.ts.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Kysely, PostgresDialect } from 'kysely';
import {
  GenericExpressionNode,
  IdentifierNode,
  LiteralNode,
  type Overrides,
  PostgresDialect as GeneratorDialect,
  serializeFromMetadata,
} from 'kysely-codegen';
import pg from 'pg';
import type { ConnectionOptions } from '../server/src/platform/db/connection.ts';
import { startCluster } from '../server/test/cluster.ts';

const target = new URL('../server/src/platform/db/rows.ts', import.meta.url);

/** Facts that kysely-codegen does not read: fixed lists from CHECK constraints, and computed columns. */
const BEYOND_TYPES = `
  select c.relname || '.' || a.attname as column, a.attgenerated <> '' as computed,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ (= (ANY \\(ARRAY\\[)?|<@ ARRAY\\[)''') as list
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

/** The types of the rows of a migrated database, as text. */
export async function rowTypes(connection: ConnectionOptions): Promise<string> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  // The database may be dropped while the last connection is closing, which does not affect the types.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const dialect = new GeneratorDialect();
    const { rows } = await pool.query<{ column: string; computed: boolean; list: string | null }>(BEYOND_TYPES);
    const known = new Map(rows.map((row) => [row.column, row]));
    const metadata = await dialect.introspector.introspect({ db, excludePattern: 'schema_migrations' });
    metadata.tables = metadata.tables.filter(({ schema, isView }) => schema === 'public' && !isView);
    const columns: NonNullable<Overrides['columns']> = {};
    for (const table of metadata.tables) {
      for (const column of table.columns) {
        const name = `${table.name}.${column.name}`;
        const list = [...(known.get(name)?.list ?? '').matchAll(/'([^']*)'::text/g)].map(([, value = '']) => value);
        if (list.length > 0) {
          column.dataType = `${table.name}_${column.name}`;
          for (const value of list) metadata.enums.add(`public.${column.dataType}`, value);
          column.dataTypeSchema = 'public';
        }
        if (/^jsonb?$/.test(column.dataType)) {
          const json = new GenericExpressionNode('JsonOf', [new LiteralNode(name)]);
          columns[name] = column.hasDefaultValue ? new GenericExpressionNode('Generated', [json]) : json;
        }
        if (known.get(name)?.computed) {
          const type = new IdentifierNode(column.isNullable ? 'string | null' : 'string');
          columns[name] = new GenericExpressionNode('GeneratedAlways', [type]);
          column.isNullable = false;
        }
      }
    }
    return serializeFromMetadata({
      dialect,
      metadata,
      overrides: { columns },
      customImports: { GeneratedAlways: 'kysely', JsonOf: './json-columns.ts' },
      // pool.ts reads bigint as a number.
      typeMapping: { int8: 'number' },
    });
  } finally {
    await db.destroy();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const cluster = await startCluster('portico-rows-');
  try {
    await writeFile(target, await rowTypes(await cluster.createTemplate('rows')));
  } finally {
    await cluster.stop();
  }
}
