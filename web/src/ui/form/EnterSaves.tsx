import type { ReactNode } from 'react';
import { saveInFront } from './use-save-keys.ts';

/**
 * Fields that are saved by the bar at the bottom of the window (`SaveBar`): Enter in one of a single line saves too. A form
 * knows best what Enter means: nothing in a box of several lines, in a list of the browser, or while Japanese is put
 * together. Dialogs stand outside of it, in the body.
 */
export function EnterSaves({ children }: { children: ReactNode }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        // A form of a dialog that was opened here tells it through the portal.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        saveInFront();
      }}
    >
      {children}
      {/* Without a button of its own, a form of several fields is not sent by Enter. */}
      <button type="submit" hidden />
    </form>
  );
}
