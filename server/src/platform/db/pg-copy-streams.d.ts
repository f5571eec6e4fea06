declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** A stream whose chunks become the rows of `copy … from stdin`. */
  export function from(statement: string): Writable & Submittable;
  /** A stream of what `copy … to stdout` writes; `rowCount` is there at its end. */
  export function to(statement: string): Readable & Submittable & { rowCount: number };
}
