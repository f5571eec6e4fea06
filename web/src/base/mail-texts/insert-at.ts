/**
 * The text of a box with something put in place of what is selected; the caret goes behind it. `apart`: with blank lines
 * around it, where there are none yet.
 */
export function insertAt(box: HTMLTextAreaElement, inserted: string, apart = false): string {
  const { value, selectionStart, selectionEnd } = box;
  const [before, after] = [value.slice(0, selectionStart), value.slice(selectionEnd)];
  const text = apart ? `${gap(before, /\n*$/)}${inserted}${gap(after, /^\n*/)}` : inserted;
  const place = selectionStart + text.length;
  requestAnimationFrame(() => {
    box.focus();
    box.setSelectionRange(place, place);
  });
  return before + text + after;
}

/** The line ends that a blank line beside a text still lacks. */
function gap(text: string, beside: RegExp): string {
  if (text.trim() === '') return '';
  return '\n'.repeat(Math.max(0, 2 - (beside.exec(text)?.[0].length ?? 0)));
}
