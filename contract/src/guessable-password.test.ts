import { describe, expect, it } from 'vitest';
import { contextWords, hasContextWord, isPatterned, type PasswordContext } from './guessable-password.ts';

const john: PasswordContext = {
  userId: 'johnny',
  givenName: 'John',
  familyName: 'Smith',
  mailAddresses: ['j.smithers7@mail.stonefield.example', null],
  tenantId: 'acmecorp',
  tenantName: 'Acme Rockets',
  productName: 'Portico',
};

describe('words that others know about a user', () => {
  it.each([
    ['johnny2026!', true],
    ['Smith-John1', true],
    ['acmecorp12', true],
    ['T acmecorp 1', true],
    ['johnny@acmecorp.example', true],
    ['portico2026', true],
    ['P0rt1c0!!', true],
    ['JOHNNY', true],
    ['ｊｏｈｎｎｙ', true],
    ['Jöhnny likes tea', true],
    ['9!j0hnny#Quartz77', true],
    ['$mith3rs likes tea', true],
    ['5m1th and the others', true],
    ['xxstonefieldxx', true],
    ['ACME rocket fuel', true],
    ['violet harbour 47 lantern', false],
    ['example of mail', false],
    ['t9#Kq!vLw2', false],
  ])('John Smith of Acme Rockets, %j: %j', (password, expected) => {
    expect(hasContextWord(password, contextWords(john))).toBe(expected);
  });

  it.each<[string, PasswordContext, string, boolean]>([
    ['a short name does not forbid every password with it', { givenName: 'Bo' }, 'borrowed umbrella 31', false],
    ['a short name with a few digits is refused', { givenName: 'Bo' }, '!!Bo2026-99!!', true],
    ['a three-letter one', { familyName: 'Lee' }, 'sleeping beetle 31', false],
    ['a three-letter one with digits', { familyName: 'Lee' }, 'Lee12345678!', true],
    ['two Han characters are a word', { familyName: '山田' }, '赤い山田の帽子と傘', true],
    ['one is not', { familyName: '森' }, '赤い森の帽子と傘と犬', false],
    ['a number that is the user id', { userId: '1042337' }, 'umbrella1042337', true],
    ['a number in a name is no word', { tenantName: 'Team 2026' }, 'umbrella 2026 kettle', false],
    ['a user id with digits behind', { userId: 'hanako77' }, 'hanako-umbrella', true],
    ['parts of a user id', { userId: 'taro.yamada' }, 'yamada umbrella', true],
    ['nothing known', {}, 'umbrella 31 kettle', false],
    ['empty fields', { userId: '', givenName: ' ', mailAddresses: [''] }, 'umbrella 31 kettle', false],
  ])('%s', (_, context, password, expected) => {
    expect(hasContextWord(password, contextWords(context))).toBe(expected);
  });
});

it.each([
  ['Password1!', true],
  ['Welcome2024!', true],
  ['Summer2026!', true],
  ['P@ssw0rd1', true],
  ['Pa$$w0rd123', true],
  ['Admin1234', true],
  ['@dm1n!!', true],
  ['Qwerty123!', true],
  ['qwertz!2345', true],
  ['aaaaaaaa', true],
  ['qzpqqzzpqzpp', true],
  ['qzpkqzzpqzpk', false],
  ['aaaabbbb', true],
  ['abcabcabc', true],
  ['ab12ab12ab12', true],
  ['PasswordPassword1', true],
  ['passwordpassword', true],
  ['12345678', true],
  ['9876543210', true],
  ['abcd1234!', true],
  ['1qaz2wsx!', true],
  ['20242025', true],
  ['!@#$%^&*', true],
  ['Changeme-2026', true],
  ['July1999', true],
  ['ｐａｓｓｗｏｒｄ１', true],
  ['Sakura2026', true],
  ['', true],
  ['violet harbour 47 lantern', false],
  ['correct horse battery staple', false],
  ['t9#Kq!vLw2', false],
  ['summer rain on a tin roof', false],
  ['Summer84039571', false],
  ['passwordless keyring', false],
  ['パスワード認証と傘', false],
  ['😀🚲🎈🍉🧦🌂📎🪁', false],
])('patterns: %j: %j', (password, expected) => {
  expect(isPatterned(password)).toBe(expected);
});

it('looks up the word within a password in the list', () => {
  const listed = (word: string) => word === 'umbrella';
  expect(isPatterned('Umbr3ll@-2026', listed)).toBe(true);
  expect(isPatterned('umbrellaumbrella', listed)).toBe(true);
  expect(isPatterned('umbrella stand', listed)).toBe(false);
});

it('is quick with the longest password', () => {
  const timeOfAll = () => {
    const began = performance.now();
    for (const password of ['a1'.repeat(512), 'qwerty!'.repeat(146), '1'.repeat(1024), 'ñ漢x9'.repeat(256)]) {
      isPatterned(password);
      hasContextWord(password, contextWords(john));
    }
    return performance.now() - began;
  };
  // The shortest: something else may run meanwhile.
  expect(Math.min(timeOfAll(), timeOfAll(), timeOfAll())).toBeLessThan(500);
});
