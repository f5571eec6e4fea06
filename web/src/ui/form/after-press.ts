let pressed = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', () => (pressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (pressed = false), true);
}

/**
 * Does something now, or, while a mouse button is held down, once it is let go and its click is through. What is shown
 * when a box is left moves the things beneath it: were it shown while the button there is being pressed, the click
 * would miss the button.
 */
export function afterPress(act: () => void): void {
  if (!pressed) {
    act();
    return;
  }
  const over = new AbortController();
  const end = () => {
    over.abort();
    setTimeout(act);
  };
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, end, { signal: over.signal });
}
