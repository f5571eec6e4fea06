/** Parts of headers, without spaces and signs, that tell of secrets in the languages of the files we know. */
const telling = [
  ...['passw', 'passphrase', 'passcode', 'pwd', 'secret', 'credential', 'apikey', 'privatekey', 'accesskey'],
  ...['recoverycode', 'backupcode', 'securityanswer', 'kennwort', 'motdepasse', 'contraseña', 'contrasena', 'senha'],
  ...[
    'wachtwoord',
    'lösenord',
    'salasana',
    'hasło',
    'пароль',
    'รหัสผ่าน',
    'mậtkhẩu',
    '密码',
    '密碼',
    '口令',
    '비밀번호',
    '암호',
  ],
  ...['パスワード', 'パスコード', '暗証', '秘密', '合言葉', '合い言葉'],
];
/** Those that mean something else within longer words. */
const words = ['pw', 'pass', 'pin', 'otp', 'totp', 'hash', 'salt', 'token', 'tokens', 'cvv', 'seed'];
/** How hashes, tokens and keys are written: of LDAP, of crypt, as digits, JWT, PEM, for authenticators. */
const written = [
  /^\{[\w.-]+\}./,
  /^\$[\w-]+\$/,
  /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{48,})$/i,
  /^eyJ[\w-]+\.[\w-]+\./,
  /^-----BEGIN /,
  /^otpauth:/i,
];

/**
 * Whether a column of a directory file looks as if it held secrets: by its header, or by one of the values known of it.
 * Too often rather than too seldom: that it is shown is only a help.
 */
export function looksSecret(column: string, values: readonly string[]): boolean {
  const header = column
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase();
  const parts = header.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const joined = parts.join('');
  // Beside Japanese, Latin letters are a word of their own: 初期pw.
  const latin: readonly string[] = header.match(/[a-z]+/g) ?? [];
  return (
    telling.some((part) => joined.includes(part.normalize('NFKC'))) ||
    words.some((word) => latin.includes(word)) ||
    values.some((value) => written.some((form) => form.test(value.trim())))
  );
}
