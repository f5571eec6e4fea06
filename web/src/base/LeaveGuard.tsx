import { useBlocker } from '@tanstack/react-router';
import { useT } from '../i18n/use-t.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';

type Props = {
  changed: boolean;
  /** Whether the form is left by going to another search of the same page; without it, never. */
  leavesBy?: (search: Record<string, unknown>) => boolean;
  /** What is asked, where it is not about a form. */
  words?: { title: string; effect: string };
};

/** Leaving a changed form asks first: links inside the portal by a dialog, closing the tab by the browser's own. */
export function LeaveGuard({ changed, leavesBy, words }: Props) {
  const t = useT();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      changed && (current.pathname !== next.pathname || (leavesBy?.(next.search) ?? false)),
    enableBeforeUnload: changed,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={status === 'blocked'}
      title={words?.title ?? t('ui.leaveTitle')}
      okLabel={t('ui.leave')}
      danger
      onOk={() => proceed?.()}
      onCancel={() => reset?.()}
    >
      {words?.effect ?? t('ui.leaveEffect')}
    </ConfirmDialog>
  );
}
