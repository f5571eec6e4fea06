import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Caches compiled code: the next start is faster and never loads the TypeScript stripper (14 MB), as long as this file
// itself is JavaScript. If the directory is not writable, it starts without the cache. For this, the process is a file
// of its own.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/portico/compiled', import.meta.url)));
// A wrong configuration is reported before the server is loaded.
const { readSettings } = await import('./settings.ts');
const config = readSettings();
if (config) await (await import('./process.ts')).start(config);
// Node writes it at a regular end, which not every process has: the next start after a crash is quick, too.
flushCompileCache();
