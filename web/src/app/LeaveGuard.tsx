import { useBlocker } from '@tanstack/react-router';
import { useT } from '../i18n/use-t.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** Leaving a changed form asks first: links inside the portal by a dialog, closing the tab by the browser's own. */
export function LeaveGuard({ changed }: { changed: boolean }) {
  const t = useT();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => changed && current.pathname !== next.pathname,
    enableBeforeUnload: changed,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={t('ui.leaveTitle')}
      okLabel={t('ui.leave')}
      danger
      onOk={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      {t('ui.leaveEffect')}
    </ConfirmDialog>
  );
}
