/** The text of a box with something put in place of what is selected; the caret goes behind it. */
export function insertAt(box: HTMLTextAreaElement, inserted: string): string {
  const { value, selectionStart, selectionEnd } = box;
  const place = selectionStart + inserted.length;
  requestAnimationFrame(() => {
    box.focus();
    box.setSelectionRange(place, place);
  });
  return value.slice(0, selectionStart) + inserted + value.slice(selectionEnd);
}
