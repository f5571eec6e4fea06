/** The header's button and the palette stand apart in the page; this event is all they share. */
export const COMMAND_PALETTE_EVENT = 'portico:command-palette';

export function openCommandPalette(): void {
  window.dispatchEvent(new Event(COMMAND_PALETTE_EVENT));
}
