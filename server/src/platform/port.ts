const open = new Set<string>();

/**
 * What a room asks of one above it, which it must not import: a function that the lower room declares and `wiring.ts`
 * fills once for the process. It runs where it is called, in the caller's transaction.
 */
export interface Port<Given extends unknown[], Answer> {
  (...given: Given): Answer;
  fill(answer: (...given: Given) => Answer): void;
}

/** Declares a port; calling one that nothing has filled is a fault of the wiring and throws. */
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

/** The ports that nothing has filled yet. */
export const openPorts = (): readonly string[] => [...open];
