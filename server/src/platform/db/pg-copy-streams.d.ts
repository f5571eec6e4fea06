declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** A writable stream; its chunks become the rows of `copy … from stdin`. */
  export function from(statement: string): Writable & Submittable;
  /** A readable stream of the output of `copy … to stdout`; `rowCount` is set at its end. */
  export function to(statement: string): Readable & Submittable & { rowCount: number };
}
