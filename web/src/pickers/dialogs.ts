import { lazy } from 'react';
import { loadAreas } from '../i18n/texts.ts';

/** A dialog and its words come together, so that it never opens without them. */
async function withWords<Module>(dialog: Promise<Module>): Promise<Module> {
  const [loaded] = await Promise.all([dialog, loadAreas('pickers')]);
  return loaded;
}

// They come when one is opened: most visits of a page open none.
export const AddUsersDialog = lazy(() => withWords(import('./AddUsersDialog.tsx')));
export const AddDevicesDialog = lazy(() => withWords(import('./AddDevicesDialog.tsx')));
export const GroupDialog = lazy(() => withWords(import('./GroupDialog.tsx')));
export const GroupConfirmDialog = lazy(() => withWords(import('./GroupConfirmDialog.tsx')));
export const TagsDialog = lazy(() => withWords(import('./TagsDialog.tsx')));
