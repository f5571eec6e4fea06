/** How the command palette's shortcut is written on this machine. */
export function shortcutText(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K';
}
