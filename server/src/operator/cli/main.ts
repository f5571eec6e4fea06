import { runCommandLine } from './run.ts';

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
