import { Button, Skeleton } from '@mantine/core';
import '@mantine/core/styles/Skeleton.layer.css';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '../../base/failure.ts';
import { useT } from '../../i18n/use-t.tsx';
import classes from './top.module.css';

/** What a call answered, in a card: small while on its way, small where it failed. */
export function CardData<Data>({
  query,
  children,
}: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const t = useT();
  if (query.data !== undefined) return children(query.data);
  if (query.isError) {
    return (
      <div role="alert">
        <p className={classes.note}>{failureText(t, query.error)}</p>
        <Button size="compact-sm" variant="default" onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.skeleton}>
      <span role="status" className="visually-hidden">
        {t('common.loading')}
      </span>
      <Skeleton height={12} width="80%" radius="sm" />
      <Skeleton height={12} width="60%" radius="sm" />
    </div>
  );
}
