import {
  useEffect,
  useId,
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import classes from './PopoverButton.module.css';

export type PopoverTarget = Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'popoverTarget' | 'aria-expanded' | 'aria-controls'
> & {
  ref: Ref<HTMLButtonElement>;
};

export type PopoverButtonProps = {
  /** Renders the button; spread the properties on it. */
  target: (properties: PopoverTarget) => ReactNode;
  label: string;
  children: ReactNode;
  className?: string | undefined;
};

const GAP = 4;

/** Below the button, its end under the button's end; above it where there is more room; inside the window in any case. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const left = Math.min(
    Math.max(8, box.right - panel.offsetWidth),
    Math.max(8, window.innerWidth - panel.offsetWidth - 8),
  );
  const roomBelow = window.innerHeight - box.bottom - GAP - 8;
  const above = panel.offsetHeight > roomBelow && box.top > roomBelow;
  panel.style.left = `${left}px`;
  panel.style.top = above ? 'auto' : `${box.bottom + GAP}px`;
  panel.style.bottom = above ? `${window.innerHeight - box.top + GAP}px` : 'auto';
  panel.style.maxHeight = `${above ? box.top - GAP - 8 : roomBelow}px`;
}

/** Arrow keys go from one thing to the next that can be used, Home and End to the first and the last. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const things = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled, a, input:enabled')];
  const at = things.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key];
  if (next === undefined) return;
  things.at(next % things.length)?.focus();
  event.preventDefault();
}

/** Tab past the last thing, or back past the first, closes the panel: it would lie over what has the focus then. */
function closeWhenLeft({ currentTarget: panel, relatedTarget: next }: FocusEvent<HTMLElement>): void {
  // A press on the button closes it by itself.
  if (next && !panel.contains(next) && next.getAttribute('popovertarget') !== panel.id) panel.hidePopover();
}

/** A button with a panel by the browser's own popover: Escape or a press beside it closes, the focus comes back. */
export function PopoverButton({ target, label, children, className = '' }: PopoverButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    if (!opened) return;
    const follow = () => {
      if (panel.current && button.current) place(panel.current, button.current);
    };
    window.addEventListener('resize', follow);
    return () => window.removeEventListener('resize', follow);
  }, [opened]);
  return (
    <>
      {target({ ref: button, popoverTarget: id, 'aria-expanded': opened, 'aria-controls': id })}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a place in forms */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={`${classes.panel} ${className}`}
        onKeyDown={walk}
        onBlur={closeWhenLeft}
        onToggle={(event) => {
          const { currentTarget: shown } = event;
          setOpened(event.newState === 'open');
          if (event.newState !== 'open' || !button.current) return;
          place(shown, button.current);
          (
            shown.querySelector<HTMLElement>('[aria-current]') ?? shown.querySelector<HTMLElement>('button, a, input')
          )?.focus();
        }}
      >
        {children}
      </div>
    </>
  );
}

export type PopoverItemProps = {
  icon?: ReactNode;
  end?: ReactNode;
  current?: boolean;
  /** What it does is feared: red. */
  danger?: boolean;
  /** A line above parts it from what stands before. */
  parted?: boolean;
  lang?: string;
  onClick: () => void;
  children: ReactNode;
};

/** A thing to do in the panel; doing it closes the panel. */
export function PopoverItem({ icon, end, current, danger, parted, lang, onClick, children }: PopoverItemProps) {
  return (
    <button
      type="button"
      lang={lang}
      className={classes.item}
      data-danger={danger || undefined}
      data-parted={parted || undefined}
      aria-current={current || undefined}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
        onClick();
      }}
    >
      {icon}
      <span>{children}</span>
      {end}
    </button>
  );
}
