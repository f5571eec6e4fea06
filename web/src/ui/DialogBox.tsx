import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

export type DialogBoxProps = {
  opened: boolean;
  /** Escape was pressed, or, where `dismissable`, the ground beside it. */
  onClose: () => void;
  dismissable?: boolean;
  label?: string;
  labelledBy?: string;
  className?: string | undefined;
  /** Width in pixels; never wider than the window. */
  width?: number;
  children: ReactNode;
};

/**
 * The browser's own modal dialog: it keeps the focus inside, makes the page behind inert and gives the focus back. What
 * carries `data-autofocus` gets the focus first.
 */
export function DialogBox({
  opened,
  onClose,
  dismissable = false,
  label,
  labelledBy,
  className,
  width,
  children,
}: DialogBoxProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || opened === dialog.open) return;
    if (!opened) {
      dialog.close();
      return;
    }
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [opened]);
  useLayoutEffect(() => {
    const dialog = ref.current;
    // One that is taken out of the page while it is open would keep the focus for itself.
    return () => dialog?.close();
  }, []);
  // In the body, because a page's form must not hold the dialog's form.
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way and the browser's business
    <dialog
      ref={ref}
      className={className}
      style={width === undefined ? undefined : { width }}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        // A second Escape closes without asking.
        if (opened) onClose();
      }}
      onClick={(event) => {
        if (dismissable && event.target === ref.current) onClose();
      }}
    >
      {opened ? children : null}
    </dialog>,
    document.body,
  );
}
