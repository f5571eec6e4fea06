const open = new Set<string>();

/**
 * A function that a lower room requires of a higher one, which it must not import: the lower room declares it, and
 * `wiring.ts` fills it once per process. It runs in the caller's transaction.
 */
export interface Port<Given extends unknown[], Answer> {
  (...given: Given): Answer;
  fill(answer: (...given: Given) => Answer): void;
}

/** Declares a port; calling an unfilled one is a defect of the wiring and throws. */
export function port<Given extends unknown[], Answer>(name: string): Port<Given, Answer> {
  let filled: ((...given: Given) => Answer) | undefined;
  open.add(name);
  const call = (...given: Given): Answer => {
    if (!filled) throw new Error(`Nothing has filled the port "${name}" (server/src/wiring.ts)`);
    return filled(...given);
  };
  const fill = (answer: (...given: Given) => Answer) => {
    filled = answer;
    open.delete(name);
  };
  return Object.assign(call, { fill });
}

/** The ports that are not filled yet. */
export const openPorts = (): readonly string[] => [...open];
