import type pg from 'pg';
import type { Database, Tx } from '../db/transaction.ts';
import type { End, ExportRow } from './queries.ts';

/** A stretch of what is exported; each row is in exactly one. */
export interface Stretch {
  after: End | null;
  upTo: End | null;
}

/** How an export is divided. */
export interface Division {
  total: number;
  /** The last row of each part. */
  ends: End[];
  /** What the lines of this export need to know besides its condition. */
  attributes?: string[];
}

/** What there is to know of one kind of exports. */
export interface ExportKind {
  kind: ExportRow['kind'];
  job: 'user-export' | 'log-export' | 'device-export';
  /** How a file of it is named, without the number of a part and without `.csv`. */
  fileName(row: ExportRow): string;
  /** Where the rows that are meant are divided into parts of `every`; in transactions of its own. */
  divide(db: Database, row: ExportRow, every: number): Promise<Division>;
  /**
   * The columns of its file, and the select of a part for `copy (…) to stdout`, which takes no parameters; `client` is
   * in the transaction in which it will be copied.
   */
  lines(
    db: Database,
    client: pg.PoolClient,
    row: ExportRow,
    part: Stretch,
  ): Promise<{ columns: string[]; select: string }>;
  /** Throws what ends the export when what it was begun for is gone; asked behind each reading of rows. */
  refuseWorthless?(tx: Tx, row: ExportRow): Promise<void>;
  /** Whether its files come with their SHA-256. */
  hashed: boolean;
}
