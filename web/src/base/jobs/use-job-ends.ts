import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { renewMailed, renewPeople } from '../renewal.ts';
import { mailRunsQuery, userBulksQuery, userImportsQuery } from './job-queries.ts';

type Ended = readonly (string | undefined)[];

/** Has what a job has changed asked for anew as soon as it has ended: what was read while it ran is half of it. */
export function useJobEnds(tenantId: string): void {
  const queryClient = useQueryClient();
  const { data: imports } = useQuery(userImportsQuery(tenantId));
  const { data: bulks } = useQuery(userBulksQuery(tenantId));
  const { data: runs } = useQuery(mailRunsQuery(tenantId));
  const peopleChanged = () => void renewPeople(queryClient);
  useNewEnds(
    imports?.results.map(({ importId, finishedAt }) => (finishedAt ? importId : undefined)),
    peopleChanged,
  );
  useNewEnds(
    bulks?.results.map(({ bulkId, finishedAt }) => (finishedAt ? bulkId : undefined)),
    peopleChanged,
  );
  useNewEnds(
    runs?.results.map(({ sendId, endedAt }) => (endedAt ? sendId : undefined)),
    () => void renewMailed(queryClient),
  );
}

/** Tells once of jobs that have ended since they were last asked for; also of one that was begun in between. */
function useNewEnds(ended: Ended | undefined, tell: () => void): void {
  const known = useRef<Ended>(undefined);
  useEffect(() => {
    if (!ended) return;
    const isNew = known.current && ended.some((id) => id !== undefined && !known.current?.includes(id));
    known.current = ended;
    if (isNew) tell();
  });
}
