/** A position in a list ordered by time-ordered UUID, and the direction to continue. */
export interface Place {
  uuid: string;
  /** Towards newer rows. */
  back: boolean;
}

/** Parses a cursor: a UUID, with a leading hyphen for the backward direction. */
export function readCursor(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  return cursor.startsWith('-') ? { uuid: cursor.slice(1), back: true } : { uuid: cursor, back: false };
}

/** Cuts a page from rows read with one extra row, which shows whether the list continues in that direction. */
export function pageOfNewest<Row extends { uuid: string }>(rows: readonly Row[], place: Place | null, count: number) {
  const back = place?.back === true;
  const goesOn = rows.length > count;
  const shown = rows.slice(0, count);
  if (back) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  return {
    shown,
    cursors: {
      ...(last && (back || goesOn) && { next: last.uuid }),
      ...(first && (back ? goesOn : place !== null) && { previous: `-${first.uuid}` }),
    },
  };
}
