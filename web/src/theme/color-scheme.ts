import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';

/** Read before the first paint by the head of every page. */
export const COLOR_SCHEME_KEY = 'portico-color-scheme';

function stored(): MantineColorScheme {
  try {
    const value = localStorage.getItem(COLOR_SCHEME_KEY);
    return value === 'light' || value === 'dark' ? value : 'auto';
  } catch {
    return 'auto';
  }
}

/** tokens.css listens to this attribute; without it the system's wish counts. */
function mark(value: MantineColorScheme): void {
  if (value === 'auto') delete document.documentElement.dataset.colorScheme;
  else document.documentElement.dataset.colorScheme = value;
}

/** Keeps the colour scheme in local storage, in step between tabs and with the guest pages. */
export function createColorSchemeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  return {
    get: stored,
    set: (value) => {
      mark(value);
      try {
        localStorage.setItem(COLOR_SCHEME_KEY, value);
      } catch {
        // Storage may be forbidden; the choice then lasts as long as the page.
      }
    },
    subscribe: (onUpdate) => {
      listener = (event) => {
        if (event.key !== COLOR_SCHEME_KEY) return;
        mark(stored());
        onUpdate(stored());
      };
      window.addEventListener('storage', listener);
    },
    unsubscribe: () => {
      if (listener) window.removeEventListener('storage', listener);
    },
    clear: () => {
      mark('auto');
      try {
        localStorage.removeItem(COLOR_SCHEME_KEY);
      } catch {
        // As above.
      }
    },
  };
}
