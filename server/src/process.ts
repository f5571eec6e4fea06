import { dataPaths, WrongConfiguration } from './platform/config.ts';
import { createApp } from './app.ts';
import { startBackground } from './background.ts';
import { startLeaving } from './leaving.ts';
import { appConnection } from './platform/db/app-role.ts';
import { type RunningPostgres, startPostgres } from './platform/embedded/embedded.ts';
import { migrate } from './platform/db/migrate.ts';
import { missingSettings } from './platform/db/pool.ts';
import { drain } from './platform/http/drain.ts';
import { createDemoTenants } from './operator/demo/demo-tenants.ts';
import { createLogger, createTools, readMasterKeys } from './tools-factory.ts';
import type { Config } from './platform/config.ts';
import { MissingMasterKeys } from './platform/secrets/master-keys.ts';
import { isLoopback } from './platform/http/loopback.ts';
import type { Tools } from './platform/tools.ts';
import { textIn } from '#messages/catalog.ts';
import { chooseLanguage } from '#contract/languages.ts';

/** Stops one started component; the signal is given if there was one. */
type Stop = (signal?: NodeJS.Signals) => Promise<unknown>;

/** Starts the configured components and stops them in reverse order on SIGINT and SIGTERM. */
export async function start(config: Config): Promise<void> {
  const log = createLogger(config);
  const stops: Stop[] = [];
  const stop = onceStopped(stops, log);
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    const { tools } = await openHouse(config, log, stops);
    if (config.PROCESS !== 'web') startLeaving(tools, stops);
    if (config.PROCESS !== 'worker') await startWeb(tools, stops);
    await greet(tools);
    if (config.demoPeers && config.PROCESS !== 'worker') {
      // Not before anybody is served, and not loaded in production mode.
      const peers = await (await import('./operator/demo/demo-peers.ts')).startDemoPeers(tools);
      if (peers) stops.push(() => peers.close());
    }
  } catch (error) {
    if (error instanceof MissingMasterKeys || error instanceof WrongConfiguration) console.error(error.message);
    else log.fatal({ err: error }, 'could not start');
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      console.error(terminalText()('operator.start.portTaken', { port: config.PORT }));
    process.exitCode = 1;
    await stop();
  }
}

/** Opens the database, migrates it, and prepares keys and demo tenants. */
async function openHouse(config: Config, log: Tools['log'], stops: Stop[]) {
  const embedded: RunningPostgres | null = config.database
    ? null
    : await startPostgres({ dataDir: dataPaths(config.dataDir).database, log: (line) => log.info(line) });
  if (embedded) stops.push(() => embedded.stop());
  const owner = config.database?.owner ?? embedded?.connection ?? {};
  await migrate(owner);
  const app = config.database?.app ?? (await appConnection(owner));
  const tools = await createTools(config, { app, masterKeys: await readMasterKeys(config), log });
  stops.push(() => tools.db.close());
  const missing = config.database?.pooled ? await missingSettings(tools.db.pool) : [];
  if (missing.length > 0) log.warn({ missing }, 'the database role lacks settings that a pooler does not pass on');
  await startBackground(tools, { worker: config.PROCESS !== 'web' }, stops);
  if (embedded && !config.production) await createDemoTenants(tools);
  return { tools };
}

async function startWeb(tools: Tools, stops: Stop[]): Promise<void> {
  const app = await createApp(tools);
  await app.listen({ port: tools.config.PORT, host: tools.config.HOST });
  stops.push(async (signal) => {
    // Ctrl-C (SIGINT) stops immediately; SIGTERM ends a process in service, whose clients must first move elsewhere.
    if (signal === 'SIGTERM') await drain(tools);
    // Closing waits for requests in progress (standards 16).
    await app.close();
  });
}

const terminalText = () => textIn(chooseLanguage(process.env.LANG?.split('.')[0]?.replace('_', '-') ?? 'en'));

/** Prints what a user at the terminal needs: the address and the demo sign-ins. */
async function greet(tools: Tools): Promise<void> {
  const { config } = tools;
  const text = terminalText();
  const lines = [text('operator.start.ready', { product: config.PRODUCT_NAME, address: config.publicUrl })];
  if (!config.database && !config.production) lines.push(...(await createDemoTenants(tools)).lines(text));
  if (!config.SMTP_URL && !config.production)
    lines.push(text('operator.start.outbox', { address: `${config.publicUrl}/dev/outbox` }));
  console.log(lines.join('\n'));
  if (!config.production && !isLoopback(config.HOST)) {
    console.error(`\n*** ${text('operator.start.outside', { host: config.HOST })} ***\n`);
    tools.log.warn({ host: config.HOST }, 'development mode is open to other machines');
  }
}

function onceStopped(stops: Stop[], log: Tools['log']) {
  let stopping: Promise<void> | undefined;
  return (signal?: NodeJS.Signals) =>
    (stopping ??= (async () => {
      for (const end of stops.reverse()) {
        await end(signal).catch((error) => log.error({ err: error }, 'while stopping'));
      }
    })());
}
