import { Button } from '@mantine/core';
import { useT } from '../../i18n/use-t.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { paths } from '../../base/paths.ts';
import { useHeading } from './use-heading.ts';

/** No such page in the portal. */
export function RouteNotFound() {
  const t = useT();
  const heading = useHeading();
  return (
    <EmptyState
      title={t('ui.notFoundTitle')}
      heading={heading}
      action={
        <Button component="a" href={paths.top} variant="default">
          {t('ui.toTop')}
        </Button>
      }
    >
      {t('ui.notFound')}
    </EmptyState>
  );
}
