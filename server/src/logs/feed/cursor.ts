import { LAST_ID, type Position } from './reading.ts';

/** Where a reader of the feed is, and the database that counts so. */
export interface FeedPlace {
  position: Position;
  server: string;
}

const PLACE = /^(\d{1,16})\.(\d{1,20})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const formatPlace = ({ position: { writer, id }, server }: FeedPlace): string =>
  Buffer.from(`${writer}.${server}.${id}`).toString('base64url');

/** Reads a cursor from an earlier answer; null for anything else. */
export function parsePlace(cursor: string): FeedPlace | null {
  const [, writer, server, id] = PLACE.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return writer && server && id ? { position: { writer: Number(writer), id }, server } : null;
}

/** Before all events. */
export const BEGINNING: Position = { writer: 0, id: LAST_ID };
