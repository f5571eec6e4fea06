import { Button } from '@mantine/core';
import { useT } from '../../i18n/use-t.tsx';
import { EmptyState } from '../page/EmptyState.tsx';
import { ErrorState } from '../page/ErrorState.tsx';
import type { ListTableProps } from './list-types.ts';

/** What stands where there are no rows, and what is announced when there are. */
export function ListState<Row>({
  rows,
  failed,
  empty,
  onClearSearch,
  totalResults,
  totalIsEstimate = false,
  hasRows,
}: ListTableProps<Row> & { hasRows: boolean }) {
  const t = useT();
  const results = totalIsEstimate ? 'ui.resultsAbout' : 'ui.results';
  if (failed) {
    return (
      <ErrorState title={failed.title} requestId={failed.requestId} onRetry={failed.onRetry}>
        {failed.text}
      </ErrorState>
    );
  }
  return (
    <>
      <p role="status" className="visually-hidden">
        {rows === undefined ? t('common.loading') : t(results, { count: totalResults ?? rows.length })}
      </p>
      {rows === undefined || hasRows ? null : onClearSearch ? (
        <EmptyState title={t('ui.noHit')} action={<ClearSearch onClick={onClearSearch} />}>
          {t('ui.noHitAdvice')}
        </EmptyState>
      ) : (
        <EmptyState title={empty.title} action={empty.action}>
          {empty.text}
        </EmptyState>
      )}
    </>
  );
}

function ClearSearch({ onClick }: { onClick: () => void }) {
  const t = useT();
  return (
    <Button variant="default" onClick={onClick}>
      {t('ui.clearSearch')}
    </Button>
  );
}
