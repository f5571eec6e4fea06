import { Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../i18n/use-t.tsx';
import { ErrorState } from '../ui/page/ErrorState.tsx';
import { isApiError } from '../api/api-error.ts';
import { failureText, requestIdOf } from './failure.ts';
import { Gone, type Missing } from './Gone.tsx';
import classes from './Loaded.module.css';

export type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** About how high the content will be, so that nothing jumps. */
  height: number;
  /** Between the lines of a card of its own. */
  inCard?: boolean;
  /** "Couldn't load the groups" */
  failedTitle: string;
  /** What is said where there is no such thing. */
  missing?: Missing;
  children: (data: Data) => ReactNode;
};

/** What a call answered: a skeleton while it is on its way, what failed with "try again", or the content. */
export function Loaded<Data>({ query, height, inCard, failedTitle, missing, children }: LoadedProps<Data>) {
  const t = useT();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError) return <LoadingCard height={height} inCard={inCard} />;
  if (missing && isApiError(query.error) && query.error.status === 404)
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

/** Lower, there is only room for one line. */
const LOW = 120;

/** Stands where a card will be, and is as high. */
export function LoadingCard({ height, inCard }: { height: number; inCard?: boolean | undefined }) {
  const t = useT();
  return (
    <div className={inCard ? classes.lines : classes.card} style={{ height }}>
      <p role="status" className="visually-hidden">
        {t('common.loading')}
      </p>
      <div className={classes.skeleton} data-low={height < LOW || undefined}>
        <Skeleton height={14} width="30%" radius="sm" />
        <Skeleton height={12} width="70%" radius="sm" />
        <Skeleton height={12} width="55%" radius="sm" />
      </div>
    </div>
  );
}
