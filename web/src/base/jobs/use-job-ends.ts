import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Job } from '#contract/site/jobs.ts';
import { renewMailed, renewPeople } from '../renewal.ts';
import { jobsQuery } from './job-queries.ts';

const changesPeople = ({ kind }: Job) => kind === 'userImport' || kind === 'undo' || kind === 'userBulk';
const sendsMails = ({ kind }: Job) => kind === 'mailRun';

/** Reloads what a job has changed as soon as it has ended: what was read while it ran is half of it. */
export function useJobEnds(tenantId: string): void {
  const queryClient = useQueryClient();
  const { data } = useQuery(jobsQuery(tenantId));
  useNewEnds(data?.results, changesPeople, () => void renewPeople(queryClient));
  useNewEnds(data?.results, sendsMails, () => void renewMailed(queryClient));
}

/** Tells once of jobs that have ended since they were last asked for; also of one that was begun in between. */
function useNewEnds(jobs: readonly Job[] | undefined, concerns: (job: Job) => boolean, tell: () => void): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (!jobs) return;
    const ended = jobs.filter((job) => job.finishedAt !== null && concerns(job)).map(({ jobId }) => jobId);
    const before = known.current;
    known.current = new Set(ended);
    if (before && ended.some((id) => !before.has(id))) tell();
  });
}
