import type { Command } from './command.ts';
import type { Text } from './output.ts';
import { displayWidth } from './output.ts';

const PROGRAM = 'portico';

const columnsOf = (lines: readonly (readonly [string, string])[]) => {
  const width = Math.max(...lines.map(([left]) => displayWidth(left)));
  return lines.map(([left, right]) => `  ${left}${' '.repeat(width - displayWidth(left))}  ${right}`);
};

const wordsOf = (command: Command, text: Text) => text(`operator.help.${command.name.replace(' ', '.')}`);

/** All commands, or those of a group (`tenant`), each with its sentence. */
export function commandList(commands: readonly Command[], text: Text): string {
  return [
    text('operator.usage', { usage: `${PROGRAM} <command> [--json]` }),
    '',
    ...columnsOf(commands.map((command) => [command.name, wordsOf(command, text)])),
    '',
    text('operator.usageMore', { usage: `${PROGRAM} <command> --help` }),
    text('operator.exitCodes'),
  ].join('\n');
}

/** How one command is typed, with a sentence for each option. */
export function commandHelp(command: Command, text: Text): string {
  const places = command.places.map((name) => (command.required.includes(name) ? `<${name}>` : `[${name}]`));
  const usage = [PROGRAM, command.name, ...places, '[--…]'].join(' ');
  const sentence = (name: string) => {
    const own = `operator.option.${command.name.replace(' ', '-')}.${name}`;
    const words = text(own);
    return words === own ? text(`operator.option.${name}`) : words;
  };
  const options = Object.entries(command.options).map(([name, kind]) => {
    const left = kind === 'flag' ? `--${name}` : `--${name} <…>`;
    const must = command.required.includes(name) ? ` ${text('operator.required')}` : '';
    return [left, sentence(name) + must] as const;
  });
  const common = [
    ['--json', text('operator.option.json')],
    ['--help', text('operator.option.help')],
  ] as const;
  return [
    text('operator.usage', { usage }),
    '',
    wordsOf(command, text),
    '',
    ...columnsOf([...options, ...common]),
  ].join('\n');
}
