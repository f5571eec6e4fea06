import { parseAst } from 'vite';

/** One condition of a file, flipped. */
export interface Mutation {
  line: number;
  before: string;
  after: string;
  /** The whole file with it. */
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  operator?: string;
  left?: Node;
  right?: Node;
  test?: Node | null;
  argument?: Node | null;
  expression?: Node;
}

/** The same comparison at its edge, and its opposite. */
const otherOperators: Record<string, string[]> = {
  '===': ['!=='],
  '!==': ['==='],
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
};

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (value !== null && typeof value === 'object') {
    if ('type' in value && 'start' in value) yield value as Node;
    for (const inner of Object.values(value)) yield* nodesIn(inner);
  }
}

/** Where an operator stands between its sides, and what may stand there instead. */
function* operatorsOf(source: string, { operator, left, right }: Node): Generator<[number, number, string]> {
  if (!operator || !left || !right) return;
  const at = source.indexOf(operator, left.end);
  for (const other of otherOperators[operator] ?? []) yield [at, at + operator.length, other];
}

/** What a node can become. */
function* changesOf(source: string, node: Node): Generator<[start: number, end: number, after: string]> {
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') yield* operatorsOf(source, node);
  if (node.type === 'UnaryExpression' && node.operator === '!' && node.argument)
    yield [node.start, node.end, source.slice(node.argument.start, node.argument.end)];
  const test = node.test;
  const isCondition = node.type === 'IfStatement' || node.type === 'ConditionalExpression';
  if (isCondition && test && !['BinaryExpression', 'LogicalExpression', 'UnaryExpression'].includes(test.type))
    yield [test.start, test.end, `!(${source.slice(test.start, test.end)})`];
  if (node.type === 'IfStatement' && test) yield [test.start, test.end, 'false'];
  // What is only done, such as a refusal or the end of a code, has to be missed by a test when it is not.
  // But not the step of a loop: without it no test would end.
  const isStep = node.expression?.type === 'UpdateExpression' || node.expression?.operator === '+=';
  if (node.type === 'ExpressionStatement' && !isStep) yield [node.start, node.end, ';'];
}

/** Every condition of a TypeScript source flipped by itself, and every statement that only acts left out. */
export function mutationsOf(source: string): Mutation[] {
  const inShort = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100);
  return [...nodesIn(parseAst(source, { lang: 'ts' }))]
    .flatMap((node) => [...changesOf(source, node)])
    .map(([start, end, after]) => ({
      line: source.slice(0, start).split('\n').length,
      before: inShort(source.slice(start, end)),
      after: inShort(after),
      text: source.slice(0, start) + after + source.slice(end),
    }));
}
