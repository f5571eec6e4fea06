import type { Place } from './place.ts';

/** A place in a list and the direction to continue in. */
export interface Cursor {
  direction: 'next' | 'previous';
  place: Place;
}

/** Reads a cursor from an earlier answer; null for anything else. */
export function parseCursor(text: string): Cursor | null {
  const match = /^([np])\.(\d{1,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(text);
  const [, way, millis, id] = match ?? [];
  if (!way || !millis || !id) return null;
  return { direction: way === 'n' ? 'next' : 'previous', place: { at: new Date(Number(millis)), id } };
}

export function formatCursor(direction: Cursor['direction'], { at, id }: Place): string {
  return `${direction === 'next' ? 'n' : 'p'}.${at.getTime()}.${id}`;
}
