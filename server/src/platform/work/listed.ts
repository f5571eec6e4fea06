import type { Tx } from '../db/transaction.ts';

/** A job as the list of all jobs shows it. */
export interface ListedJob<Status extends string = string> {
  id: string;
  status: Status;
  /** Null while it is not known. */
  total: number | null;
  /** From 0 to 1; null while it is not known. */
  share: number | null;
  startedBy: string;
  createdAt: Date;
  finishedAt: Date | null;
}

/** The place in a list of jobs, newest first: behind one of them. */
export interface JobPlace {
  cursor?: string | undefined;
  count: number;
}

/** A page of jobs of some kinds, newest first; `next`: there are more. */
export type ListJobs<Job> = (tx: Tx, asked: JobPlace) => Promise<{ jobs: Job[]; totalResults: number; next?: string }>;

/** How far work is, where it is known how much there is of it. */
export const shareOf = (done: number, total: number | null): number | null =>
  total ? Math.min(1, done / total) : null;
