/** A place in a log: rows are ordered by time, then by ID. */
export interface Place {
  at: Date;
  id: string;
}
