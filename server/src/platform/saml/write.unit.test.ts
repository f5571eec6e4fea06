import { describe, expect, it } from 'vitest';
import { BadXml, booleanOf, childOf, readXml, textOf } from './read.ts';
import { attribute, xml } from './write.ts';

describe('a value', () => {
  it.each([
    ['plain', 'plain', 'plain'],
    ['<b>&"\'', '&lt;b&gt;&amp;"\'', "&lt;b>&amp;&quot;'"],
    [']]>', ']]&gt;', ']]>'],
    ['a\tb\nc\rd', 'a\tb\nc&#xD;d', 'a&#x9;b&#xA;c&#xD;d'],
    ['&amp;', '&amp;amp;', '&amp;amp;'],
    ['\u0000\u0001\u000B\uFFFE', '\uFFFD\uFFFD\uFFFD\uFFFD', '\uFFFD\uFFFD\uFFFD\uFFFD'],
    ['half \uD800 a pair', 'half \uFFFD a pair', 'half \uFFFD a pair'],
    ['山田 太郎 😀', '山田 太郎 😀', '山田 太郎 😀'],
  ])('%j is escaped in text and in an attribute', (value, text, inAttribute) => {
    expect(xml`<a>${value}</a>`.text).toBe(`<a>${text}</a>`);
    expect(attribute('b', value).text).toBe(` b="${inAttribute}"`);
    // What is read is what was written, but for what XML cannot hold.
    const read = readXml(xml`<a${attribute('b', value)}>${value}</a>`.text, { mostBytes: 1000 });
    const possible = inAttribute.includes('\uFFFD') ? text : value;
    expect([read.text, read.attributes.b]).toEqual([possible, possible]);
  });

  it('that is XML, a list of it, or null is not escaped', () => {
    expect(xml`<a>${xml`<b></b>`}${[xml`<c>${1}</c>`]}${null}</a>`.text).toBe('<a><b></b><c>1</c></a>');
    expect(attribute('a', null).text).toBe('');
  });
});

describe('reading', () => {
  const read = (text: string) => readXml(text, { mostBytes: 1000 });
  it.each([
    ['', 'not well-formed'],
    ['<a><b></a>', 'not well-formed'],
    ['<a b="1" b="2"/>', 'not well-formed'],
    ['<p:a/>', 'not well-formed'],
    ['<a>&b;</a>', 'not well-formed'],
    ['<!DOCTYPE a><a/>', 'a document type'],
    ['<a><?b c?></a>', 'a processing instruction'],
    ['<a><!-- --></a>', 'a comment'],
    [`${'<a>'.repeat(65)}${'</a>'.repeat(65)}`, 'too deep'],
    [`<a>${'x'.repeat(1000)}</a>`, 'too large'],
  ])('%j is refused: %s', (text, reason) => {
    expect(() => read(text)).toThrow(new BadXml(reason));
  });

  it('a child is found by its namespace, and only where there is one', () => {
    const root = read('<a xmlns="urn:a" xmlns:b="urn:b"><c> one </c><b:c>two</b:c><d/><d/></a>');
    expect([textOf(childOf(root, 'urn:a', 'c')), textOf(childOf(root, 'urn:b', 'c'))]).toEqual(['one', 'two']);
    expect(childOf(root, 'urn:a', 'e')).toBeUndefined();
    expect(() => childOf(root, 'urn:a', 'd')).toThrow(BadXml);
  });

  it('a boolean is one of four words', () => {
    expect(['true', '1', 'false', '0', undefined].map((one) => booleanOf(one))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(() => booleanOf('TRUE')).toThrow(BadXml);
  });
});
