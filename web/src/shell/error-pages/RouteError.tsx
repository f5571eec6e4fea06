import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { requestIdOf } from '../../base/failure.ts';
import { useT } from '../../i18n/use-t.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { useHeading } from './use-heading.ts';

/** A page whose code or data could not be had: what failed, and "try again" in place. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const t = useT();
  const router = useRouter();
  const heading = useHeading();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <ErrorState title={t('ui.pageFailed')} heading={heading} requestId={requestIdOf(error)} onRetry={retry}>
      {t('ui.pageFailedAdvice')}
    </ErrorState>
  );
}
