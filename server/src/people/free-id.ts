import { fail } from '#contract/errors.ts';

const NUMBERED = 50;

/** IDs to try, best first: the name, then with a number added, at last with something random. */
export const idsFor = (name: string, random: string): string[] => [
  name,
  ...Array.from({ length: NUMBERED }, (_, at) => `${name}${at + 2}`),
  `${name}-${random}`,
];

/**
 * The first ID that nobody has at this moment; another who takes one at once may have it.
 * @param taken those of the IDs, in lower case, that somebody has. Throws `service_busy`.
 */
export async function firstFree(
  ids: readonly string[],
  taken: (keys: string[]) => Promise<readonly { key: string }[]>,
): Promise<string> {
  const known = new Set((await taken(ids.map((id) => id.toLowerCase()))).map(({ key }) => key));
  const free = ids.find((id) => !known.has(id.toLowerCase()));
  if (!free) throw fail('service_busy', { retryAfter: 1 });
  return free;
}
