/** The shape of the made-up groups: at most six deep, each with as few child groups as that takes. */
const DEEP = 6;
/** One in so many is in a second group as well. */
const SHARED = 50;

/** How many groups have room in so many levels. */
function room(tops: number, children: number): number {
  let level = tops;
  let all = tops;
  for (let deep = 1; deep < DEEP; deep += 1) {
    level *= children;
    all += level;
  }
  return all;
}

/**
 * The parents of each of so many groups, by their numbers from 0. A parent's number is lower than the child's, so there
 * is no circle; a second parent is no deeper than the first, so it stays six deep.
 */
export function parentsOfAll(groups: number): number[][] {
  const tops = Math.min(10, Math.max(2, Math.ceil(groups / 1000)));
  let children = 2;
  while (room(tops, children) < groups) children += 1;
  return Array.from({ length: groups }, (_, n) => {
    if (n < tops) return [];
    const parent = Math.floor((n - tops) / children);
    const second = (n * 31) % (parent + 1);
    return n % SHARED === 0 && second !== parent ? [parent, second] : [parent];
  });
}
