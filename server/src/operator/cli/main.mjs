import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// As the server does (main.mjs): of half a million characters of TypeScript none is read anew for each command.
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/portico/compiled', import.meta.url)));
const { runCommandLine } = await import('./run.ts');

/** `npm run portico -- <command>`: the operator's command line. */
process.exitCode = await runCommandLine({
  argv: process.argv.slice(2),
  environment: process.env,
  out: (text) => console.log(text),
  err: (text) => console.error(text),
  // Replacing a line makes sense on a terminal only; a log gets a line each.
  progress: (line) => process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}` : `${line}\n`),
});
if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
