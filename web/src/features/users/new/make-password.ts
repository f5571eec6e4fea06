import { type PasswordPolicy, specialCharacters } from '#contract/password.ts';

const LENGTH = 16;
// Without what is easily taken for another: it is read aloud and typed from paper.
const uppercase = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const digits = '23456789';
const special = [...specialCharacters].filter((one) => '!#$%&*+-=?@'.includes(one)).join('');
const anyone = `abcdefghijkmnpqrstuvwxyz${uppercase}${digits}`;

/** A whole number below `most`, each as likely as the others. */
function below(most: number): number {
  const limit = 2 ** 32 - (2 ** 32 % most);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < limit) return value % most;
  }
}

const pick = (letters: string, count: number) => Array.from({ length: count }, () => letters[below(letters.length)]);

/** A password nobody has to think up: at random, at least 16 characters, and by the rules of the tenant. */
export function makePassword(policy: PasswordPolicy): string {
  const asked = [
    ...pick(uppercase, policy.minUppercase),
    ...pick(digits, Math.max(1, policy.minNumeric)),
    ...pick(special, policy.minSpecial),
  ];
  const letters = [...asked, ...pick(anyone, Math.max(0, Math.max(LENGTH, policy.minLength) - asked.length))];
  for (let at = letters.length - 1; at > 0; at -= 1) {
    const other = below(at + 1);
    [letters[at], letters[other]] = [letters[other], letters[at]];
  }
  return letters.join('');
}
