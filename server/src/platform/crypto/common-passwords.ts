import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isPatterned } from '#contract/guessable-password.ts';

let commonPasswords: Buffer | undefined;

/**
 * True if a password is among the 49,000 most common ones, or one of them with digits and signs around it, repeated, or
 * only a sequence (`isPatterned`). Ignores case and full-width forms. Works offline; the list is read at the first call
 * and takes 0.4 MB outside the heap, a look-up about 0.1 ms.
 */
export function isCommonPassword(password: string): boolean {
  return isListed(fold(password)) || isPatterned(password, isListed);
}

function isListed(folded: string): boolean {
  commonPasswords ??= readCommonPasswords();
  return commonPasswords.includes(`\n${folded}\n`);
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/**
 * The dictionary of the zxcvbn package as one text, each entry between line ends. Read as bytes, not imported: an
 * import creates 57,000 strings and permanently adds 20 MB to the process.
 */
function readCommonPasswords(): Buffer {
  const path = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/dist/passwords.json.mjs');
  const file = readFileSync(path);
  const begin = file.indexOf('decompress("');
  const end = file.indexOf('")', begin);
  const packed = file.subarray(begin + 'decompress("'.length, end);
  if (begin < 0 || end < 0 || packed.includes('\\')) {
    throw new Error('The list of common passwords has another form than expected.');
  }
  return unpack(packed);
}

/**
 * Undoes the package's prefix compression: a capital letter tells how much of the previous entry is repeated (A: none).
 */
function unpack(packed: Buffer): Buffer {
  const text = Buffer.alloc(packed.length * 2);
  let length = text.write('\n');
  let entry = length;
  for (let at = 0; at < packed.length; at++) {
    const byte = packed[at]!;
    if (byte < 0x41 || byte > 0x5a) {
      text[length++] = byte;
      continue;
    }
    const before = entry;
    if (at > 0) text[length++] = 0x0a;
    entry = length;
    length += text.copy(text, length, before, before + byte - 0x41);
  }
  text[length++] = 0x0a;
  return Buffer.from(text.subarray(0, length));
}
