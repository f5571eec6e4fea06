/** local@domain without quotes, comments, lists or anything that could end a header or an SMTP command. */
const ADDRESS = /^[^\s\p{C}"(),:;<>@[\\\]]{1,64}@[^\s\p{C}"(),:;<>@[\\\]]{1,253}$/u;

/** Whether one mail can be sent to this one address. Spec section 5 is stricter about addresses people enter. */
export function isMailAddress(address: string): boolean {
  return ADDRESS.test(address);
}

/** A text as one header line: line ends and other control characters become a space. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
