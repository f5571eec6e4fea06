/** local@domain without quotes, comments, lists or anything that could end a header or an SMTP command. */
const ADDRESS = /^[^\s\p{C}"(),:;<>@[\\\]]{1,64}@[^\s\p{C}"(),:;<>@[\\\]]{1,253}$/u;

/** Whether one mail can be sent to this one address. Spec section 5 is stricter about addresses people enter. */
export function isMailAddress(address: string): boolean {
  return ADDRESS.test(address);
}

/**
 * An address as it is handed to a mail server: what stands before the @ is quoted where it is no dot-atom (RFC 5321
 * 4.1.2), as in the addresses with dots in a row that Japanese carriers gave out.
 */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  return /^\.|\.\.|\.$/.test(local) ? `"${local}"${address.slice(at)}` : address;
}

/** A text as one header line: line ends and other control characters become a space. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
