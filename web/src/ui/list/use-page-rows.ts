import { useEffect, useEffectEvent } from 'react';

type Page<Row> = { data: { results: readonly Row[] } | undefined; isPlaceholderData: boolean };

/**
 * The rows of a list's page; absent while they are on their way. A page behind the first that holds no rows any more
 * (all of it was deleted or taken out) has no pager either: it is left for the first.
 */
export function usePageRows<Row>(
  { data, isPlaceholderData }: Page<Row>,
  isFirst: boolean,
  toFirst: () => void,
): readonly Row[] | undefined {
  const isEmpty = data?.results.length === 0;
  const isLeft = isEmpty && !isFirst && !isPlaceholderData;
  const leave = useEffectEvent(toFirst);
  useEffect(() => {
    if (isLeft) leave();
  }, [isLeft]);
  // That the page before was empty says nothing of the one that comes.
  return isEmpty && (isLeft || isPlaceholderData) ? undefined : data?.results;
}
