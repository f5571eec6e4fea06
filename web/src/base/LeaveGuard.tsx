import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepPage } from '../api/sign-in-again.ts';
import { useT } from '../i18n/use-t.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';

type Props = {
  changed: boolean;
  /** Whether the form is left by going to another search of the same page; without it, never. */
  leavesBy?: (search: Record<string, unknown>) => boolean;
  /** What is asked, where it is not about a form. */
  words?: { title: string; effect: string };
};

/**
 * Leaving a changed form asks first: links inside the portal by a dialog, closing the tab by the browser's own. A session
 * that ends meanwhile is renewed over it.
 */
export function LeaveGuard({ changed, leavesBy, words }: Props) {
  const t = useT();
  useEffect(() => (changed ? keepPage() : undefined), [changed]);
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
