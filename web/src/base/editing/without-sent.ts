/** What is still to be saved of `edits` once `sent` was: the fields edited anew while the save was under way. */
export function withoutSent<Edits extends object>(edits: Edits, sent: Edits): Edits {
  const saved = new Map<string, unknown>(Object.entries(sent));
  const isNewer = ([field, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(saved.get(field));
  return Object.fromEntries(Object.entries(edits).filter(isNewer)) as Edits;
}
