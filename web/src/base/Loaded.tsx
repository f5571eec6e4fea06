import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.tsx';
import { ErrorState } from '../ui/page/ErrorState.tsx';
import { hasErrorId } from '../api/api-error.ts';
import { failureText, requestIdOf } from './failure.ts';
import { Gone, type Missing } from './Gone.tsx';
import classes from './Loaded.module.css';

export type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** About how high the content will be, so that nothing jumps. */
  height: number;
  /** "Couldn't load the groups" */
  failedTitle: string;
  /** What is said where there is no such thing. */
  missing?: Missing;
  children: (data: Data) => ReactNode;
};

/** What a call answered: a skeleton while it is on its way, what failed with "try again", or the content. */
export function Loaded<Data>({ query, height, failedTitle, missing, children }: LoadedProps<Data>) {
  const t = useT();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <LoadingCard height={height} />;
  if (missing && hasErrorId(query.error, 'not_found'))
    return (
      <div className={classes.card}>
        <Gone {...missing} />
      </div>
    );
  return (
    <div className={classes.card}>
      <ErrorState title={failedTitle} requestId={requestIdOf(query.error)} onRetry={() => void query.refetch()}>
        {failureText(t, query.error)}
      </ErrorState>
    </div>
  );
}

/** Stands where a card will be. */
export function LoadingCard({ height }: { height: number }) {
  const t = useT();
  return (
    <div className={classes.card} style={{ minHeight: height }}>
      <p role="status" className="visually-hidden">
        {t('common.loading')}
      </p>
      <div className={classes.skeleton}>
        <Skeleton height={14} width="30%" radius="sm" />
        <Skeleton height={12} width="70%" radius="sm" />
        <Skeleton height={12} width="55%" radius="sm" />
      </div>
    </div>
  );
}
