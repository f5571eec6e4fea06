import { entryAt } from '../../base/palette-entries.ts';
import { type Area, splitKey, type TextKey } from '../../i18n/keys.ts';
import { loadAreas, portalTexts } from '../../i18n/texts.ts';
import { findControl, findWords } from './find-words.ts';

/** A page whose data take longer is left as it is. */
const PATIENCE_MS = 10_000;
const SHOWN_MS = 2000;

const textOf = async (key: TextKey): Promise<string> => {
  await loadAreas(splitKey(key)[0] as Area);
  return portalTexts.translate()(key);
};

/** Calls until it is answered; each time the page has changed. */
function whenThere<Found>(find: () => Found | undefined, signal: AbortSignal): Promise<Found | undefined> {
  return new Promise((resolve) => {
    const end = (found: Found | undefined) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(found);
    };
    const look = () => {
      const found = find();
      if (found) end(found);
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => end(undefined), PATIENCE_MS);
    signal.addEventListener('abort', () => end(undefined));
    observer.observe(document.body, { childList: true, subtree: true });
    look();
  });
}

/** Brings a setting into sight and gives it the focus. */
function show(words: HTMLElement): void {
  const control = findControl(words);
  words.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
  const around = words.closest<HTMLElement>('fieldset') ?? words.parentElement ?? words;
  around.dataset.found = '';
  setTimeout(() => delete around.dataset.found, SHOWN_MS);
}

/**
 * On a page that an entry of the palette leads to: shows the setting that is meant, or presses the button.
 * @returns whether there was something to do, and it is done
 */
export async function arrive(path: string, hash: string, signal: AbortSignal): Promise<boolean> {
  const entry = entryAt(path, hash);
  if (!entry) return false;
  const { at, under, press } = entry;
  const wanted = press ?? at;
  if (!wanted) return false;
  const [text, other] = await Promise.all([textOf(wanted), under ? textOf(under) : undefined]);
  const page = () => document.querySelector<HTMLElement>('main');
  if (press) {
    const button = await whenThere(() => findWords(page(), text, 'button:enabled, a'), signal);
    button?.focus();
    button?.click();
    return button !== undefined;
  }
  // What depends on a setting that is off is not on the page: then that setting is shown.
  const words = await whenThere(
    () => findWords(page(), text) ?? (other ? findWords(page(), other) : undefined),
    signal,
  );
  if (words && !signal.aborted) show(words);
  return words !== undefined;
}
