import { type RefObject, useEffect, useState } from 'react';
import classes from './permissions.module.css';

type Shown = { text: string; left: number; top: number };
const WIDTH = 280;

/** Why a cell has a minus mark: shown where the mouse or the focus is; Escape hides it. One for the whole table. */
export function WhyTip({ scroller }: { scroller: RefObject<HTMLElement | null> }) {
  const [shown, show] = useState<Shown>();
  useEffect(() => {
    const place = scroller.current;
    if (!place) return undefined;
    const over = ({ target }: Event) => {
      const mark = (target as HTMLElement).closest<HTMLElement>('[data-why]');
      if (!mark) return show(undefined);
      const { left, bottom, width } = mark.getBoundingClientRect();
      const middle = left + width / 2 - WIDTH / 2;
      const most = Math.max(8, window.innerWidth - WIDTH - 8);
      return show({ text: mark.dataset.why ?? '', left: Math.min(Math.max(8, middle), most), top: bottom + 4 });
    };
    const hide = () => show(undefined);
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide();
    };
    const events: [string, (event: Event) => void][] = [
      ['pointerover', over],
      ['focusin', over],
      ['pointerleave', hide],
      ['focusout', hide],
      ['scroll', hide],
    ];
    for (const [name, heard] of events) place.addEventListener(name, heard);
    document.addEventListener('keydown', press);
    return () => {
      for (const [name, heard] of events) place.removeEventListener(name, heard);
      document.removeEventListener('keydown', press);
    };
  }, [scroller]);
  if (!shown) return null;
  const { text, left, top } = shown;
  // The mark itself has these words for its name.
  return (
    <div className={classes.tip} style={{ left, top, maxWidth: WIDTH }} aria-hidden="true">
      {text}
    </div>
  );
}
