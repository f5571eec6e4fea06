import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useT } from '../../i18n/use-t.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { isForbidden } from '../open-page.ts';
import { paths } from '../../base/paths.ts';
import { RouteError } from './RouteError.tsx';
import { useHeading } from './use-heading.ts';

/** A page that could not be opened: for want of a right (spec section 4), or because something failed. */
export function PageError(props: ErrorComponentProps) {
  return isForbidden(props.error) ? <Forbidden /> : <RouteError {...props} />;
}

function Forbidden() {
  const t = useT();
  const heading = useHeading();
  return (
    <EmptyState
      title={t('portal.forbiddenTitle')}
      heading={heading}
      action={
        <Button component="a" href={paths.top} variant="default">
          {t('ui.toTop')}
        </Button>
      }
    >
      {t('portal.forbidden')}
    </EmptyState>
  );
}
