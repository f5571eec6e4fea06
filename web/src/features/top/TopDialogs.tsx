import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Guide } from './guide/Guide.tsx';
import { termsQuery } from './terms/queries.ts';

const TermsDialog = lazy(() => import('./terms/TermsDialog.tsx'));

/** What is asked of somebody who arrives: first the terms, then the guide. Terms that cannot be had keep nobody out. */
export function TopDialogs() {
  const { data, isError } = useQuery(termsQuery);
  if (data?.acceptanceDue && data.terms) {
    return (
      <Suspense>
        <TermsDialog terms={data.terms} changed={data.accepted !== null} />
      </Suspense>
    );
  }
  return data || isError ? <Guide /> : null;
}
