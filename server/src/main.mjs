import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps the code as Node has compiled it: the next start is quicker, and never loads what turns TypeScript into
// JavaScript (14 MB), as long as this file is none. Where the directory cannot be written it starts without. Hence the
// process is a file of its own.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/portico/compiled', import.meta.url)));
await import('./process.ts');
