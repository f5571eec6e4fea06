import { useState } from 'react';
import { withThings } from './content.ts';

/** Adds to what a new group begins with and takes away from it. `left`: how many were one too many at the last time. */
export function useAdding<Thing extends { uuid: string }>(
  things: readonly Thing[],
  most: number,
  change: (things: readonly Thing[]) => void,
) {
  const [left, setLeft] = useState(0);
  return {
    left,
    add: (more: readonly Thing[]) => {
      const after = withThings(things, more, most);
      setLeft(after.left);
      change(after.things);
    },
    remove: (uuid: string) => {
      setLeft(0);
      change(things.filter((one) => one.uuid !== uuid));
    },
  };
}
