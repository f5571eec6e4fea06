import { ActionIcon, Button } from '@mantine/core';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useRef, type ReactNode } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import classes from './AlertArea.module.css';
import { whenFocusIsLost } from './lost-focus.ts';
import { CopyButton } from '../form/ReadOnlyTextBox.tsx';
import { scrollToAlert } from './scroll-to-alert.ts';

export type AlertContent = {
  kind: 'success' | 'failure' | 'info' | 'warning';
  title?: string;
  text: ReactNode;
  /** Shown with a copy button, for whoever is asked for help. */
  requestId?: string | undefined;
  /** Undo, or the next step. */
  action?: { label: string; onClick: () => void };
};

const icons = { success: IconCircleCheck, failure: IconAlertCircle, info: IconInfoCircle, warning: IconAlertTriangle };

/**
 * Where a page says how something went. A new alert is announced and scrolled to (300 ms, 5 px; spec section 9), and the
 * keyboard goes on from it where what was pressed is gone. A success moves nothing: it lies over the bottom of the
 * window, until it is closed or something else is done.
 */
export function AlertArea({ alert, onClose }: { alert: AlertContent | undefined; onClose?: () => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!alert || !ref.current) return;
    if (alert.kind !== 'success') scrollToAlert(ref.current);
    return whenFocusIsLost(() => ref.current?.focus({ preventScroll: true }));
  }, [alert]);
  return (
    <div ref={ref} className={classes.area} tabIndex={-1}>
      <div role="alert">{alert?.kind === 'failure' ? <AlertMessage alert={alert} onClose={onClose} /> : null}</div>
      <div role="status" className={alert?.kind === 'success' ? classes.toast : undefined}>
        {alert && alert.kind !== 'failure' ? <AlertMessage alert={alert} onClose={onClose} /> : null}
      </div>
    </div>
  );
}

/** The alert itself, for a message that stands in its place from the start. */
export function AlertMessage({ alert, onClose }: { alert: AlertContent; onClose?: (() => void) | undefined }) {
  const t = useT();
  const Icon = icons[alert.kind];
  return (
    <div className={classes.alert} data-kind={alert.kind}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div className={classes.words}>
        {alert.title ? <strong>{alert.title}</strong> : null}
        <div>{alert.text}</div>
        {alert.requestId ? <RequestId value={alert.requestId} /> : null}
      </div>
      {alert.action ? (
        <Button size="compact-sm" variant="default" onClick={alert.action.onClick}>
          {alert.action.label}
        </Button>
      ) : null}
      {onClose ? (
        <ActionIcon
          variant="transparent"
          color="gray"
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={onClose}
        >
          <IconX size={18} />
        </ActionIcon>
      ) : null}
    </div>
  );
}

/** The id that finds this request in the logs, to copy. */
export function RequestId({ value }: { value: string }) {
  const t = useT();
  return (
    <div className={classes.requestId}>
      <span>{t('common.requestId')}</span>
      <code>{value}</code>
      <CopyButton value={value} name={t('common.requestId')} />
    </div>
  );
}
