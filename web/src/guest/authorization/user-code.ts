/** How long a user code is without its hyphen (RFC 8628 section 6.1). */
const LENGTH = 8;

/** A user code as one types it, as the device shows it: capital letters, XXXX-XXXX; full-width letters are read too. */
export function tidyUserCode(typed: string): string {
  const letters = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, LENGTH);
  return letters.length > LENGTH / 2 ? `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}` : letters;
}

/** Whether a code is complete. */
export function isUserCode(code: string): boolean {
  return tidyUserCode(code).length === LENGTH + 1;
}
