import pg from 'pg';
import { dataPaths } from '#server/config.ts';
import { startPostgres } from '#server/db/embedded.ts';
import type { Portico } from './portico.ts';

/** Sets a tenant's security policy; what it does not name has its default. */
export async function setPolicy(portico: Portico, tenantId: string, policy: object): Promise<void> {
  // Joins the PostgreSQL that runs there already, as the command line does.
  const postgres = await startPostgres({ dataDir: dataPaths(portico.dataDir).database });
  const client = new pg.Client(postgres.connection);
  try {
    await client.connect();
    await client.query('update tenants set security_policy = $2 where tenant_id = $1', [tenantId, policy]);
  } finally {
    await client.end();
    await postgres.stop();
  }
}
