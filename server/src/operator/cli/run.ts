import { userInfo } from 'node:os';
import { reasonOnly } from '#contract/operator/tokens.ts';
import type { PorticoError } from '#contract/errors.ts';
import { chooseLanguage } from '#contract/languages.ts';
import { textIn } from '#messages/catalog.ts';
import { type Config, readConfig } from '../../platform/config.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { asFailure } from '../../platform/http/error-reply.ts';
import { parseArguments } from './arguments.ts';
import { commandAct } from '../command-act.ts';
import { type Command, optionOf, parse, type Values } from './command.ts';
import type { Outcome } from './output.ts';
import { commands } from './commands.ts';
import { connect } from './connect.ts';
import { commandHelp, commandList } from './help.ts';
import { shown, type Text } from './output.ts';

export interface Terminal {
  argv: readonly string[];
  environment: Record<string, string | undefined>;
  out(text: string): void;
  err(text: string): void;
  /** Replaces the present line of what is not output. */
  progress(line: string): void;
}

/** The language of a POSIX environment: `ja_JP.UTF-8` → ja. */
function languageOf({ LC_ALL, LC_MESSAGES, LANG }: Terminal['environment']) {
  return chooseLanguage([(LC_ALL || LC_MESSAGES || LANG || 'en').split(/[.@]/)[0] ?? 'en']);
}

/** Runs one command line. Gives the exit code: 0 done, 1 refused or failed, 2 not understood. */
export async function runCommandLine(terminal: Terminal): Promise<number> {
  const text = textIn(languageOf(terminal.environment));
  const parsed = parseArguments(commands, terminal.argv);
  if (parsed.kind === 'list') return say(terminal, commandList(parsed.commands, text));
  if (parsed.kind === 'help') return say(terminal, commandHelp(parsed.command, text));
  if (parsed.kind === 'wrong') {
    terminal.err(text(`operator.wrong.${parsed.reason}`, { name: parsed.name }));
    terminal.err(parsed.command ? `\n${commandHelp(parsed.command, text)}` : `\n${commandList(commands, text)}`);
    return 2;
  }
  try {
    const config = readConfig(terminal.environment);
    const show = (outcome: Outcome) => say(terminal, shown(outcome, parsed.json, text));
    return show(await runCommand(terminal, config, parsed, text, show));
  } catch (error) {
    return explain(terminal, error, text, parsed.json);
  }
}

function say(terminal: Terminal, words: string): number {
  if (words !== '') terminal.out(words);
  return 0;
}

/** Who runs the command, as the operating system knows them; in a container the user may have no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

async function runCommand(
  terminal: Terminal,
  config: Config,
  { command, values }: { command: Command; values: Values },
  text: Text,
  show: (outcome: Outcome) => void,
): Promise<Outcome> {
  const { tools, owner, close } = await connect(config);
  try {
    const name = `cli:${systemUser()}`;
    const act = commandAct({
      tools,
      now: tools.clock(),
      action: `portico ${command.name}`,
      actor: { type: 'operator', id: name, name },
      reason: values.reason === undefined ? undefined : parse(reasonOnly, { reason: values.reason }).reason,
      requestId: newUuid(),
    });
    return await command.run({ tools, owner, act, text, progress: terminal.progress, show }, values);
  } finally {
    await close();
  }
}

/** Says in words what went wrong, by the id of the error; with `--json` as the error object. */
function explain(terminal: Terminal, error: unknown, text: Text, json: boolean): number {
  const failure = asFailure(error);
  // What no id is for (a wrong setting, a database that does not start) says itself what it is.
  if (failure.id === 'unknown_error' && error instanceof Error) {
    terminal.err(json ? JSON.stringify([{ message_id: failure.id, message: error.message }]) : error.message);
    return 1;
  }
  const entries = entriesOf(failure, text);
  if (json) terminal.err(JSON.stringify(entries, null, 2));
  else for (const { message, field } of entries) terminal.err(field ? `--${optionOf(field)}: ${message}` : message);
  return failure.id === 'invalid_params' ? 2 : 1;
}

function entriesOf(failure: PorticoError, text: Text) {
  const all = [{ id: failure.id, field: failure.detail.field }, ...(failure.detail.more ?? [])];
  return all.map(({ id, field }) => ({ message_id: id, message: text(`errors.${id}`), ...(field ? { field } : {}) }));
}
