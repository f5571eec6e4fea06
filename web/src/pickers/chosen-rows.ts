/** The rows ticked so far, by uuid, in the order they were ticked; also those of pages no longer shown. */
export type ChosenRows<Row> = ReadonlyMap<string, Row>;

/**
 * What is chosen after the boxes of a page changed: at most `most`. `cut` says that more were wanted; those that were
 * chosen first stay.
 */
export function chooseRows<Row extends { uuid: string }>(
  before: ChosenRows<Row>,
  ids: ReadonlySet<string>,
  page: readonly Row[],
  most: number,
): { chosen: ChosenRows<Row>; cut: boolean } {
  const kept = [...before].filter(([uuid]) => ids.has(uuid));
  const added = page.filter(({ uuid }) => ids.has(uuid) && !before.has(uuid)).map((row) => [row.uuid, row] as const);
  const wanted = [...kept, ...added];
  return { chosen: new Map(wanted.slice(0, most)), cut: wanted.length > most };
}
