import { parseAst } from 'vite';

/** One mutation of a file. */
export interface Mutation {
  line: number;
  before: string;
  after: string;
  /** The whole mutated file. */
  text: string;
  /** The expression or statement that is changed, and its replacement. */
  place: { start: number; end: number; isStatement: boolean; changed: string };
  /** False for code outside functions, which runs once, when the file is loaded. */
  isInFunction: boolean;
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

/** The same comparison with the other boundary, and its opposite. */
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

const isFunction = ({ type }: Node) => type.endsWith('FunctionExpression') || type === 'FunctionDeclaration';

function* nodesIn(value: unknown, isInFunction = false): Generator<[Node, boolean]> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one, isInFunction);
  else if (value !== null && typeof value === 'object') {
    const node = 'type' in value && 'start' in value ? (value as Node) : undefined;
    if (node) yield [node, isInFunction];
    const isInside = isInFunction || (node !== undefined && isFunction(node));
    for (const inner of Object.values(value)) yield* nodesIn(inner, isInside);
  }
}

/** A range of the text with its replacement; `within` is the expression or statement around it. */
type Change = [start: number, end: number, after: string, within: Node];

/** Replacements of an operator between its operands. */
function* operatorsOf(source: string, node: Node): Generator<Change> {
  const { operator, left, right } = node;
  if (!operator || !left || !right) return;
  const at = source.indexOf(operator, left.end);
  for (const other of otherOperators[operator] ?? []) yield [at, at + operator.length, other, node];
}

/** Mutations of a node. */
function* changesOf(source: string, node: Node): Generator<Change> {
  if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression') yield* operatorsOf(source, node);
  if (node.type === 'UnaryExpression' && node.operator === '!' && node.argument)
    yield [node.start, node.end, source.slice(node.argument.start, node.argument.end), node];
  const test = node.test;
  const isCondition = node.type === 'IfStatement' || node.type === 'ConditionalExpression';
  if (isCondition && test && !['BinaryExpression', 'LogicalExpression', 'UnaryExpression'].includes(test.type))
    yield [test.start, test.end, `!(${source.slice(test.start, test.end)})`, test];
  if (node.type === 'IfStatement' && test) yield [test.start, test.end, 'false', test];
  // A test must notice if a statement without a value is removed, such as a refusal or consuming a code.
  // Loop steps are exempt: without them no test would end.
  const isStep = node.expression?.type === 'UpdateExpression' || node.expression?.operator === '+=';
  if (node.type === 'ExpressionStatement' && !isStep) yield [node.start, node.end, ';', node];
}

/** Every condition of a TypeScript source inverted on its own, and every statement without a value removed. */
export function mutationsOf(source: string): Mutation[] {
  const inShort = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100);
  return [...nodesIn(parseAst(source, { lang: 'ts' }))]
    .flatMap(([node, isInFunction]) => [...changesOf(source, node)].map((change) => ({ change, isInFunction })))
    .map(({ change: [start, end, after, within], isInFunction }) => ({
      line: source.slice(0, start).split('\n').length,
      before: inShort(source.slice(start, end)),
      after: inShort(after),
      text: source.slice(0, start) + after + source.slice(end),
      place: {
        start: within.start,
        end: within.end,
        isStatement: within.type === 'ExpressionStatement',
        changed: source.slice(within.start, start) + after + source.slice(end, within.end),
      },
      isInFunction,
    }));
}

/**
 * The source with all its mutations at once. The one whose number in the list (from 1) is in `globalThis.mutant` is
 * active, so that a running server can switch from one to the next.
 */
export function withAll(source: string, mutations: readonly Mutation[]): string {
  const numbered = mutations.map(({ place }, at) => ({ ...place, number: at + 1 }));
  // Outer ranges precede the ranges they contain.
  const places = [...Map.groupBy(numbered, ({ start, end }) => `${start}-${end}`).values()].sort(
    ([a], [b]) => Number(a?.start) - Number(b?.start) || Number(b?.end) - Number(a?.end),
  );
  const write = (start: number, end: number): string => {
    let [text, at] = ['', start];
    for (let group = places[0]; group?.[0] && group[0].start < end; group = places[0]) {
      places.shift();
      const place = group[0];
      text += source.slice(at, place.start);
      at = place.end;
      const asItIs = write(place.start, place.end);
      const is = ({ number }: { number: number }) => `globalThis.mutant === ${number}`;
      text += place.isStatement
        ? `{ if (!(${is(place)})) ${asItIs} }`
        : `(${group.map((one) => `${is(one)} ? (${one.changed}) : `).join('')}(${asItIs}))`;
    }
    return text + source.slice(at, end);
  };
  return write(0, source.length);
}
