import { parseArgs } from 'node:util';
import type { Command, Values } from './command.ts';

export type Parsed =
  | { kind: 'run'; command: Command; values: Values; json: boolean }
  | { kind: 'help'; command: Command }
  | { kind: 'list'; commands: readonly Command[] }
  | {
      kind: 'wrong';
      reason: 'unknownCommand' | 'unknownOption' | 'missingOption' | 'tooMany';
      name: string;
      command?: Command;
    };

/** Reads a command line against the table of commands. */
export function parseArguments(commands: readonly Command[], argv: readonly string[]): Parsed {
  const [group = '', verb = ''] = argv;
  const command = commands.find((candidate) => candidate.name === `${group} ${verb}`);
  if (command) return parseOptions(command, argv.slice(2));
  const ofGroup = commands.filter((candidate) => candidate.name.startsWith(`${group} `));
  const asksForHelp = group === '' || group === 'help' || argv.some((word) => word === '--help' || word === '-h');
  if (asksForHelp) return { kind: 'list', commands: ofGroup.length > 0 ? ofGroup : commands };
  return { kind: 'wrong', reason: 'unknownCommand', name: [group, verb].join(' ').trim() };
}

function parseOptions(command: Command, argv: readonly string[]): Parsed {
  const wrong = (reason: Extract<Parsed, { kind: 'wrong' }>['reason'], name: string): Parsed => ({
    kind: 'wrong',
    reason,
    name,
    command,
  });
  const parsed = tryParse(command, argv);
  if (typeof parsed === 'string') return wrong('unknownOption', parsed);
  const { json = false, help = false, ...values } = parsed.values as Values & { json?: boolean; help?: boolean };
  if (help) return { kind: 'help', command };
  const free = command.places.filter((place) => values[place] === undefined);
  for (const [index, value] of parsed.positionals.entries()) {
    const name = free[index];
    if (name === undefined) return wrong('tooMany', value);
    values[name] = value;
  }
  const missing = command.required.find((name) => values[name] === undefined);
  if (missing) return wrong('missingOption', missing);
  return { kind: 'run', command, values, json };
}

/** The parsed options, or the word that fits none. */
function tryParse(command: Command, argv: readonly string[]) {
  const kinds = Object.entries(command.options).map(([name, kind]) => [
    name,
    { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'list' },
  ]);
  const options = { ...Object.fromEntries(kinds), json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } };
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    return /'([^']*)'/.exec((error as Error).message)?.[1] ?? argv.join(' ');
  }
}
