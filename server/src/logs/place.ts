/** A place in a log: rows are ordered by their time, and by id where they share it. */
export interface Place {
  at: Date;
  id: string;
}
