import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { loadAreas } from '../../i18n/texts.ts';
import type { CommandPaletteProps } from './CommandPalette.tsx';
import { COMMAND_PALETTE_EVENT } from './open-command-palette.ts';

const CommandPalette = lazy(async () => {
  const [palette] = await Promise.all([import('./CommandPalette.tsx'), loadAreas('palette').catch(() => undefined)]);
  return palette;
});

/** One character typed, without a key that would make it a command. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/**
 * Listens for Ctrl/Cmd-K; the palette itself is loaded when first asked for, and gets what was typed meanwhile: who knows the
 * way does not wait for it.
 */
export function CommandPaletteDoor(props: Omit<CommandPaletteProps, 'opened' | 'onClose' | 'takeTyped'>) {
  const [opened, setOpened] = useState<boolean | undefined>(undefined);
  /** What was typed since the palette was asked for; null: it is not, or it is there. */
  const typed = useRef<string | null>(null);
  useEffect(() => {
    let isFirst = true;
    const begin = () => {
      if (isFirst) typed.current = '';
      isFirst = false;
    };
    const open = () => {
      begin();
      setOpened(true);
    };
    const press = (event: KeyboardEvent) => {
      if (typed.current !== null && isTyped(event)) {
        event.preventDefault();
        typed.current += event.key;
        return;
      }
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      begin();
      setOpened((before) => !before);
    };
    window.addEventListener(COMMAND_PALETTE_EVENT, open);
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener(COMMAND_PALETTE_EVENT, open);
      window.removeEventListener('keydown', press);
    };
  }, []);
  if (opened === undefined) return null;
  return (
    <Suspense>
      <CommandPalette
        {...props}
        opened={opened}
        onClose={() => setOpened(false)}
        takeTyped={() => {
          const taken = typed.current ?? '';
          typed.current = null;
          return taken;
        }}
      />
    </Suspense>
  );
}
