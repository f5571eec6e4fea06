import { describe, expect, test } from 'vitest';
import { customMailTypes, mailPlaceholders, mailTextMistakes } from './mail-texts.ts';

describe('the text of an email', () => {
  test.each([
    ['registration', 'Welcome to {{product}}', 'Hello {{name}}\n\n{{link}}', []],
    ['registration', 'Welcome', 'Hello {{name}}', ['mailBody missingPlaceholder {{link}}']],
    ['registration', 'Welcome', '{{nickname}} {{link}}', ['mailBody unknownPlaceholder {{nickname}}']],
    ['registration', '{{link}}', '{{link}}', ['mailSubject notInSubject {{link}}']],
    ['registration', '', ' ', ['mailSubject empty', 'mailBody empty', 'mailBody missingPlaceholder {{link}}']],
    ['registration', 'Hi {{', '{{link}} }}', ['mailSubject brokenPlaceholder', 'mailBody brokenPlaceholder']],
    [
      'registration',
      'Hi',
      '{{ link }}',
      ['mailBody unknownPlaceholder {{ link }}', 'mailBody missingPlaceholder {{link}}'],
    ],
    ['registrationPhrase', '', 'Ask the help desk: 4711.', []],
    ['registrationPhrase', '', '{{link}}', ['mailBody unknownPlaceholder {{link}}']],
    ['selfRegistration', 'Hi', '{{userId}} {{link}}', ['mailBody unknownPlaceholder {{userId}}']],
    ['userCode', 'Your PIN {{pin}}', '{{pin}}', ['mailSubject notInSubject {{pin}}']],
    ['userCode', 'Your PIN', 'Ask us for it.', ['mailBody missingPlaceholder {{pin}}']],
    ['loginGuide', 'Single {brace}', 'a { b } {{link}}', []],
    [
      'loginGuide',
      '{{constructor}}',
      '{{__proto__}} {{link}}',
      ['mailSubject unknownPlaceholder {{constructor}}', 'mailBody unknownPlaceholder {{__proto__}}'],
    ],
  ] as const)('%s %j %j', (type, subject, body, expected) => {
    const found = mailTextMistakes(type, subject, body);
    expect(
      found.map(({ field, mistake, placeholder }) => [field, mistake, placeholder].filter(Boolean).join(' ')),
    ).toEqual(expected);
  });

  test.each(customMailTypes)('%s requires only placeholders that it has', (type) => {
    const { known, needed } = mailPlaceholders[type];
    expect(needed.every((name) => known.includes(name))).toBe(true);
  });
});
