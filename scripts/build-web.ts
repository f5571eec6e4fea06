import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Builds web/dist; what is built and how is known to web/build.ts, which exports `buildWeb(): Promise<void>`. */
const builder = new URL('../web/build.ts', import.meta.url);
if (!existsSync(builder)) {
  console.error(`portico: ${fileURLToPath(builder)} is missing, so the web pages cannot be built`);
  process.exit(1);
}
process.env.NODE_ENV = 'production';
const { buildWeb } = (await import(builder.href)) as { buildWeb: () => Promise<void> };
await buildWeb();
