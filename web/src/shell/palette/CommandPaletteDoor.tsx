import { lazy, Suspense, useEffect, useState } from 'react';
import { loadAreas } from '../../i18n/texts.ts';
import type { CommandPaletteProps } from './CommandPalette.tsx';
import { COMMAND_PALETTE_EVENT } from './open-command-palette.ts';

const CommandPalette = lazy(async () => {
  const [palette] = await Promise.all([import('./CommandPalette.tsx'), loadAreas('palette').catch(() => undefined)]);
  return palette;
});

/** Listens for Ctrl/Cmd-K; the palette itself is loaded when first asked for. */
export function CommandPaletteDoor(props: Omit<CommandPaletteProps, 'opened' | 'onClose'>) {
  const [opened, setOpened] = useState<boolean | undefined>(undefined);
  useEffect(() => {
    const open = () => setOpened(true);
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
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
      <CommandPalette {...props} opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
