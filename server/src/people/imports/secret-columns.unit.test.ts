import { expect, test } from 'vitest';
import { looksSecret } from './secret-columns.ts';

test.each([
  ...['Password [Required]', 'userPassword', 'Password Hash Function [UPLOAD ONLY]', 'PASSWD', 'initial_pass-word'],
  ...[
    'unicodePwd',
    'PW',
    '初期PW',
    '初期パスワード',
    '初期ﾊﾟｽﾜｰﾄﾞ',
    '暗証番号',
    '密码',
    'รหัสผ่าน',
    'Mật khẩu',
    'Kennwort',
  ],
  ...['Client Secret', 'api_key', 'apiToken', 'PIN', 'card-pin', 'TOTP seed', 'Recovery code', 'passphrase'],
])('the column %s is not shown', (column) => {
  expect(looksSecret(column, [])).toBe(true);
});

test.each([
  ...['userPrincipalName', 'First Name [Required]', 'Email Address [Required]', 'department', 'Shipping', 'Compass'],
  ...['Passport country', 'Opinion', 'Employee ID', '氏名', '部署', 'メール', 'objectId', 'constructor', ''],
])('the column %s is', (column) => {
  expect(looksSecret(column, ['', 'Sato', 'a@x.example', '0b7b1b0e-7f5c-4bb3-9a51-3a1a6d2f8c11', '+81 3 1234'])).toBe(
    false,
  );
});

test.each([
  '{SSHA}nU4eI71bcnBGqeO0t9tXvY1u5oQ=',
  '{crypt}x',
  '$2b$12$abcdefghijklmnopqrstuv',
  '$argon2id$v=19$m=65536',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  ' 5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x',
  '-----BEGIN PRIVATE KEY-----',
  'otpauth://totp/x?secret=y',
])('a column with %s is not shown, whatever it is called', (value) => {
  expect(looksSecret('notes', ['nothing', value])).toBe(true);
});
