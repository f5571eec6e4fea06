import { Button } from '@mantine/core';
import IconCloudOff from '@tabler/icons-react/dist/esm/icons/IconCloudOff.mjs';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { RequestId } from './AlertArea.tsx';
import { focusAround } from './lost-focus.ts';
import classes from './states.module.css';

export type ErrorStateProps = {
  title: string;
  children: ReactNode;
  requestId?: string | undefined;
  onRetry?: () => void;
  /** `h1` where this is all there is on the page. */
  heading?: 'h1' | 'h2';
};

/** What failed, why as far as known, the request id to copy, and "try again" in place. */
export function ErrorState({ title, children, requestId, onRetry, heading: Heading = 'h2' }: ErrorStateProps) {
  const t = useT();
  return (
    <div className={classes.state} role="alert">
      <IconCloudOff size={40} stroke={1.25} aria-hidden="true" />
      <Heading>{title}</Heading>
      <p>{children}</p>
      {requestId ? <RequestId value={requestId} /> : null}
      {onRetry ? (
        <div className={classes.actions}>
          <Button
            variant="default"
            onClick={({ currentTarget }) => {
              focusAround(currentTarget);
              onRetry();
            }}
          >
            {t('common.tryAgain')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
