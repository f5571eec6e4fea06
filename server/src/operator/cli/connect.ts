import pino from 'pino';
import { type Config, dataPaths } from '../../platform/config.ts';
import { keepLogPartitions } from '../../platform/db/across-tenants.ts';
import { appConnection } from '../../platform/db/app-role.ts';
import { startPostgres } from '../../platform/embedded/embedded.ts';
import { migrate } from '../../platform/db/migrate.ts';
import type { ConnectionOptions } from '../../platform/db/connection.ts';
import { createTools, readMasterKeys } from '../../tools-factory.ts';
import type { Tools } from '../../platform/tools.ts';

export interface Connected {
  tools: Tools;
  /** The database's owner, for what only an owner may do. */
  owner: ConnectionOptions;
  close(): Promise<void>;
}

/**
 * Reaches the database of the configuration: the external one, or the embedded one, joined where it runs and started
 * where it does not. `close` leaves it as it was found: PostgreSQL stops with the last process that uses it, so one
 * that a server uses goes on running.
 */
export async function connect(config: Config): Promise<Connected> {
  const embedded = config.database ? null : await startPostgres({ dataDir: dataPaths(config.dataDir).database });
  try {
    const owner = config.database?.owner ?? embedded?.connection ?? {};
    await migrate(owner);
    // Past a pooler: one command is few connections, and some keep a temporary table between transactions.
    const app = config.database?.session ?? (await appConnection(owner));
    const database = config.database && { ...config.database, pooled: false };
    const log = pino({ level: 'silent' });
    const tools = await createTools(
      { ...config, database, DATABASE_POOL_SIZE: 3 },
      { app, masterKeys: await readMasterKeys(config), log },
    );
    await keepPartitions(tools);
    const close = async () => {
      await tools.db.close();
      await embedded?.stop();
    };
    return { tools, owner, close };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Every act is logged, and a database that no server has used yet has no partition for it. Old ones are the server's. */
async function keepPartitions(tools: Tools): Promise<void> {
  const now = tools.clock();
  const month = (shift: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + shift, 1));
  await keepLogPartitions(tools.db.pool, month(0), month(1), new Date(0));
}
