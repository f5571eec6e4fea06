/** local@domain without quotes, comments, lists or anything that could end a header or an SMTP command. */
const ADDRESS = /^[^\s\p{C}"(),:;<>@[\\\]]{1,64}@[^\s\p{C}"(),:;<>@[\\\]]{1,253}$/u;

/**
 * True if an email can be sent to exactly this address. Spec section 5 is stricter about addresses that users enter.
 */
export function isMailAddress(address: string): boolean {
  return ADDRESS.test(address);
}

/**
 * The address as sent to a mail server: the local part is quoted if it is no dot-atom (RFC 5321 4.1.2), such as the
 * addresses with consecutive dots that Japanese carriers issued.
 */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  return /^\.|\.\.|\.$/.test(local) ? `"${local}"${address.slice(at)}` : address;
}

/** Text as one header line: line ends and other control characters become blanks. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
