import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
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
  /** What had the focus last, for a dialog that the browser closed and that stays. */
  const focused = useRef<HTMLElement>(null);
  const [slips, setSlips] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: also once more for each slip
  useEffect(() => {
    const dialog = ref.current;
    if (!opened) focused.current = null;
    if (!dialog || opened === dialog.open) return;
    if (!opened) {
      dialog.close();
      return;
    }
    const place = focused.current ?? dialog.querySelector<HTMLElement>('[data-autofocus]');
    dialog.showModal();
    place?.focus();
  }, [opened, slips]);
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
      onFocus={({ target }) => {
        if (ref.current?.contains(target)) focused.current = target;
      }}
      // React also lets the events of a dialog climb to the one it was opened from.
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (!opened || event.target !== ref.current) return;
        // A second Escape closes without asking. Whoever opened it may keep it, as while it is busy: then it comes back.
        onClose();
        setSlips((before) => before + 1);
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
