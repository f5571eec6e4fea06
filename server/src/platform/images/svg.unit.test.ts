import { describe, expect, it, test } from 'vitest';
import { readImage } from './read-image.ts';

const read = (text: string) => {
  const { content, removed, ...rest } = readImage(Buffer.from(text));
  return { ...rest, removed, text: content.toString() };
};
const svg = (inside: string, head = 'viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${head}>${inside}</svg>`;
const frame = (inside: string, width = 512, height = 256) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="${width}" height="${height}">${inside}</svg>`;
const rect = '<rect width="9" height="9"/>';

describe('what is left of an SVG', () => {
  test.each<[what: string, given: string, left: string, removed: string[]]>([
    ['a drawing', rect, rect, []],
    ['a script', `<script>alert(1)</script>${rect}`, rect, ['script']],
    ['a script in CDATA', `<script><![CDATA[</script>alert(1)]]></script>${rect}`, rect, ['script']],
    ['an event', `<rect width="9" height="9" onload="alert(1)" ONCLICK="x"/>`, rect, ['onload', 'ONCLICK']],
    [
      'HTML',
      `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><b/></body></foreignObject>${rect}`,
      rect,
      ['foreignObject'],
    ],
    ['HTML without its wrapper', `<b xmlns="http://www.w3.org/1999/xhtml" onclick="x"/>${rect}`, rect, []],
    ['a link', `<a href="javascript:alert(1)"><g/></a>${rect}`, rect, ['a']],
    ['an animation', `<rect width="9" height="9"><set attributeName="href" to="javascript:x"/></rect>`, rect, ['set']],
    ['an image', `<image href="data:image/png;base64,AAAA"/>${rect}`, rect, ['image']],
    [
      'a reuse from outside',
      '<use href="https://evil.example/a.svg#x"/>',
      '<use/>',
      ['href: https://evil.example/a.svg#x'],
    ],
    ['a reuse by data', '<use xlink:href="data:image/svg+xml,x#a"/>', '<use/>', ['href: data:image/svg+xml,x#a']],
    [
      'a reuse of its own',
      '<path id="a" d="M0 0h9"/><use xlink:href="#a"/>',
      '<path id="a" d="M0 0h9"/><use href="#a"/>',
      [],
    ],
    ['a fill from outside', '<rect fill="url(https://evil.example/#a)" width="9" height="9"/>', rect, ['fill']],
    ['a fill of its own', '<rect fill="url(#a)"/>', '<rect fill="url(#a)"/>', []],
    [
      'a style attribute',
      '<rect style="fill:red;background:url(//evil.example);-x-y:1"/>',
      '<rect style="fill:red"/>',
      ['background: url(//evil.example)'],
    ],
    ['an escaped style', '<rect style="fill:u\\72l(//evil.example)"/>', '<rect/>', ['fill: u\\72l(//evil.example)']],
    [
      'an import',
      '<style>@import "//evil.example/a.css"; .a{fill:red}</style>',
      '<style>.a{fill:red}</style>',
      ['@import "//evil.example/a.css"'],
    ],
    [
      'a font',
      '<style>@font-face{font-family:x;src:url(//evil.example)} .a{fill:url(#g)}</style>',
      '<style>.a{fill:url(#g)}</style>',
      ['@font-face'],
    ],
    [
      'what a program wrote for itself',
      `<metadata><x/></metadata><title>Logo</title><g data-name="x">${rect}</g>`,
      `<g>${rect}</g>`,
      [],
    ],
    [
      'words',
      '<text x="1" font-family="Arial">A &lt;B&gt; &amp;</text>',
      '<text x="1" font-family="Arial">A &lt;B&gt; &amp;</text>',
      [],
    ],
    ['an instruction', `<?xml-stylesheet href="//evil.example/a.css"?><!-- x -->${rect}`, rect, []],
    [
      'a filter that reads images',
      '<filter id="f"><feImage href="//evil.example"/></filter>',
      '<filter id="f"/>',
      ['feImage'],
    ],
  ])('%s', (_, given, left, removed) => {
    // Keeps something visible in any case.
    const dot = '<circle r="1"/>';
    const text = frame(left + dot);
    expect(read(svg(given + dot))).toMatchObject({ mediaType: 'image/svg+xml', text, removed });
  });

  it('can be read again and stays as it is', () => {
    const once = read(svg(`<style>.a{fill:red}</style><g class="a">${rect}</g>`)).text;
    expect(read(once)).toMatchObject({ text: once, removed: [] });
  });
});

const path = '<path id="a" d="M0 0h9"/>';

test.each([
  ['nothing', '', false],
  ['what was left out', '<script>1</script><image href="a.png"/>', false],
  ['what only others use', `<defs>${path}</defs><clipPath>${rect}</clipPath>`, false],
  ['a part that is used', `<defs>${path}</defs><use href="#a"/>`, true],
  ['a symbol that is used', `<symbol id="b">${path}</symbol><use href="#b"/>`, true],
  ['a part that is not there', '<use href="#b"/>', false],
  [
    'what is hidden',
    `<g display="none">${rect}</g><g style="opacity:0">${rect}</g><g opacity="0.0">${rect}</g>`,
    false,
  ],
  ['what is not filled', '<rect width="9" height="9" fill="none"/>', false],
  ['what is not filled from above', `<g style="fill:none">${rect}<g>${rect}</g></g>`, false],
  ['what has an outline', '<rect width="9" height="9" fill="none" stroke="red"/>', true],
  ['an outline of no width', '<rect width="9" height="9" fill="none" stroke="red" stroke-width="0px"/>', false],
  ['a transparent fill', '<rect width="9" height="9" fill="transparent"/>', false],
  ['a fill of no opacity', `<g fill-opacity="0">${rect}</g>`, false],
  ['what is filled again further in', `<g fill="none"><rect width="9" height="9" fill="red"/></g>`, true],
  ['a line without an outline', '<line x2="9"/>', false],
  ['a line', '<line x2="9" stroke="red"/>', true],
  ['what is made invisible', `<g visibility="hidden">${rect}</g>`, false],
  ['a used part that whoever uses it does not fill', `<defs>${path}</defs><use href="#a" fill="none"/>`, false],
  [
    'what a style sheet fills',
    `<style>.a{fill:red}</style><g fill="none"><rect class="a" width="9" height="9"/></g>`,
    true,
  ],
  ['what is faint', `<g opacity="0.1">${rect}</g>`, true],
  [
    'shapes without a size',
    '<rect/><circle r="0"/><path d="M1 1"/><path d="M1 1z" display="none"/><line x1="1" x2="1"/>',
    false,
  ],
  ['a path of moves that are lines', '<path d="M1 1 9 9"/>', true],
  ['an ellipse', '<ellipse rx="3" ry="2"/>', true],
  ['corners', '<polygon points="0,0 9,0 9,9"/>', true],
  ['white space', '<text> </text>', false],
  ['words', '<text><tspan>A</tspan></text>', true],
])('%s shows something: %s', (_, inside, shows) => {
  const seen = () => read(svg(inside)).mediaType;
  if (shows) expect(seen()).toBe('image/svg+xml');
  else expect(seen).toThrow(expect.objectContaining({ id: 'image_shows_nothing' }));
});

test.each([
  ['viewBox="0 0 100 50"', 512, 256],
  ['width="40mm" height="80mm"', 256, 512],
  ['width="9e9" height="1" viewBox="0,0,10,10"', 512, 512],
  ['x="5" viewBox="0 0 1 1000"', 1, 512],
])('the size by %s is %d × %d', (head, width, height) => {
  expect(read(svg(rect, head))).toMatchObject({ width, height });
});

// Each of these would take minutes if text were read repeatedly.
test.each([
  '/*'.repeat(200_000),
  '@a'.repeat(200_000),
  'a'.repeat(400_000),
  '{'.repeat(400_000),
  '}'.repeat(400_000),
  '.a{}'.repeat(100_000),
  `.a{fill:${'url('.repeat(100_000)}}`,
  `.a{fill:url(${' '.repeat(400_000)}}`,
  `.a{${';'.repeat(400_000)}}`,
])('a long style sheet is read in one go (%#)', (sheet) => {
  expect(read(svg(`<style>${sheet}</style>${rect}`)).text).toContain(rect);
  expect(read(svg(`<g style="${sheet}">${rect}</g>`)).text).toContain(rect);
});

const nested = (depth: number) => '<g>'.repeat(depth) + '</g>'.repeat(depth);
const doubling = Array.from({ length: 30 }, (_, n) => `<g id="u${n + 1}"><use href="#u${n}"/><use href="#u${n}"/></g>`);
const patterns = Array.from(
  { length: 20 },
  (_, n) =>
    `<pattern id="u${n + 1}">${'<rect class="c"/>'.repeat(2)}<rect fill="url(#u${n})"/><rect fill="url(#u${n})"/></pattern>`,
);

test.each<[what: string, given: string, id: string]>([
  ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${svg('<text>&b;</text>')}`, 'image_broken'],
  [
    'an entity of a file',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`,
    'image_broken',
  ],
  ['an unknown entity', svg('<text>&nbsp;</text>'), 'image_broken'],
  ['parts of parts of parts', svg(`<rect id="u0"/>${doubling.join('')}`), 'image_too_many_pixels'],
  ['patterns of patterns', svg(`<rect id="u0"/>${patterns.join('')}`), 'image_too_many_pixels'],
  [
    'patterns by rules',
    svg(
      `<style>${patterns.map((_, n) => `.c${n}{fill:url(#u${n})}`).join('')}</style>${patterns.map((_, n) => `<pattern id="u${n + 1}"><rect class="c${n}"/><rect class="x c${n}"/></pattern>`).join('')}`,
    ),
    'image_too_many_pixels',
  ],
  [
    'many rules that point',
    svg(`<style>${'*{fill:url(#x)}'.repeat(201)}</style>${'<g/>'.repeat(9000)}`),
    'image_too_many_pixels',
  ],
  [
    'a chain of parts',
    svg(Array.from({ length: 4000 }, (_, n) => `<g id="u${n}"><use href="#u${n + 1}"/></g>`).join('')),
    'image_too_many_pixels',
  ],
  ['a part of itself', svg('<g id="a"><use href="#a"/></g>'), 'image_broken'],
  ['depth', svg(nested(100)), 'image_too_many_pixels'],
  ['depth of what is left out', svg(`<metadata>${nested(100)}</metadata>`), 'image_too_many_pixels'],
  ['many elements', svg('<g/>'.repeat(10_001)), 'image_too_many_pixels'],
  ['no size', svg(rect, ''), 'image_broken'],
  ['a broken size', svg(rect, 'viewBox="0 0 NaN 5"'), 'image_broken'],
  ['an endless size', svg(rect, 'width="1e400" height="1"'), 'image_broken'],
  ['a cut off file', svg(rect).slice(0, -3), 'image_broken'],
  ['two roots', svg(rect) + svg(rect), 'image_broken'],
  ['attributes twice', svg('<rect x="1" x="2"/>'), 'image_broken'],
  ['no namespace', '<svg viewBox="0 0 1 1"/>', 'image_wrong_type'],
  ['HTML', '<!DOCTYPE html><html><script>1</script></html>', 'image_wrong_type'],
  ['XML of another kind', '<?xml version="1.0"?><rss/>', 'image_wrong_type'],
  ['a NUL', svg(`<text>\0</text>`), 'image_broken'],
])('%s: refused', (_, given, id) => {
  expect(() => read(given)).toThrow(expect.objectContaining({ id }));
});

it('takes a document type that declares nothing, as drawing programs write it', () => {
  const type = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
  expect(read(`\uFEFF<?xml version="1.0" encoding="utf-8"?>\n<!-- x -->\n${type}\n${svg(rect)}`).text).toBe(
    frame(rect),
  );
});
