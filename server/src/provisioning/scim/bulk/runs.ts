import type { Operation } from './plan.ts';

/** Operations of one kind that have nothing to do with each other: they can be carried out at once. */
export interface Run {
  kind: 'create' | 'change' | 'delete' | 'other';
  operations: Operation[];
}

const kindOf = ({ on, method }: Operation): Run['kind'] => {
  if (on !== 'Users') return 'other';
  if (method === 'POST') return 'create';
  return method === 'DELETE' ? 'delete' : 'change';
};

/** Of these only one may have each, or only so many may be it: whose turn it is matters. */
const SHARED = /username|externalid|emails|active/i;
/** Whether it changes what is nobody else's business: it may be done before or behind what concerns others. */
const isPlain = (operation: Operation): boolean =>
  kindOf(operation) === 'change' && operation.method === 'PATCH' && !SHARED.test(JSON.stringify(operation.data ?? ''));

interface Open extends Run {
  made: Set<string>;
  targets: Set<string>;
  isPlain: boolean;
}

/**
 * `freely`: of operations that come one after the other, one may be done with those before where nothing hangs on their
 * order.
 */
export function runsOf(operations: readonly Operation[], freely = true): Run[] {
  const runs: Open[] = [];
  for (const operation of operations) {
    const kind = kindOf(operation);
    const { id, names = [], bulkId } = operation;
    const plain = isPlain(operation);
    const target = id?.toLowerCase();
    const depends = ({ made, targets }: Open) =>
      names.some((name) => made.has(name)) || (target !== undefined && targets.has(target));
    const passes = (run: Open) => freely && (plain || run.isPlain);
    let run: Open | undefined;
    for (const earlier of runs.toReversed()) {
      if (depends(earlier)) break;
      if (earlier.kind === kind && kind !== 'other') {
        run = earlier;
        break;
      }
      if (!passes(earlier)) break;
    }
    if (!run) {
      run = { kind, operations: [], made: new Set(), targets: new Set(), isPlain: true };
      runs.push(run);
    }
    run.operations.push(operation);
    run.isPlain &&= plain;
    if (bulkId !== undefined) run.made.add(bulkId);
    if (target !== undefined) run.targets.add(target);
  }
  return runs.map(({ kind, operations: own }) => ({ kind, operations: own }));
}
