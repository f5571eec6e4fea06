import { describe, expect, it } from 'vitest';
import { readIcon } from './icon.ts';

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`;

describe('an icon', () => {
  it.each([
    svg('<path d="M0 0h8v8z" fill="#fff"/>'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${svg('<g><circle r="2"/></g>')}\n`,
    svg('<defs><linearGradient id="a"/></defs><rect fill="url(#a)" width="8" height="8"/><title>A &amp; B</title>'),
  ])('may be %s', (text) => expect(readIcon(text)).toMatch(/^<svg .*<\/svg>$/s));

  it.each([
    '',
    '<svg>',
    svg(''),
    svg('<g/><defs/><title>path</title>'),
    'GIF89a',
    `<html>${svg('')}</html>`,
    svg('<script>alert(1)</script>'),
    svg('<SCRIPT href="#a"/>'),
    svg('<svg:script/>'),
    svg('<rect onload="alert(1)"/>'),
    svg('<rect\nonclick = "x"/>'),
    svg('<foreignObject/>'),
    svg('<image href="https://elsewhere.example/a.png"/>'),
    svg('<a href="#x"/>'),
    svg('<use href="https://elsewhere.example/a.svg#x"/>'),
    svg('<rect fill="url(https://elsewhere.example/a)"/>'),
    svg('<rect fill="url(&#104;ttps://elsewhere.example/a)"/>'),
    svg('<style>@import "//elsewhere.example/a.css"</style>'),
    svg('<rect xlink:href="javascript:alert(1)"/>'),
    `<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`,
    svg('<animate attributeName="href"/>'),
  ])('may not be %s', (text) => expect(readIcon(text)).toBeNull());
});
