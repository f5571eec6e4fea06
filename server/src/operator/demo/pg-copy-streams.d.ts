declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** A stream whose chunks become the rows of `copy … from stdin`. */
  export function from(statement: string): Writable & Submittable;
}
