/** What an SVG could do besides being seen: run, load, or refer to what is outside of it. */
const harmful = [
  /<!(?!--)/, // DOCTYPE, entities, CDATA
  /<\?(?!xml\s)/i,
  /<\s*(?:[\w-]+:)?(?:script|foreignObject|iframe|object|embed|image|use|a|handler|listener|set|animate\w*|style)\b/i,
  /\son[a-z]+\s*=/i,
  /(?:href|src)\s*=\s*(?!["']#)/i,
  /url\(\s*["']?(?!["']?#)/i,
  /(?:javascript|data|vbscript)\s*:/i,
  /&(?!(?:amp|lt|gt|quot|apos|#\d{1,6}|#x[\da-f]{1,6});)/i,
];

const draws = /<(?:path|rect|circle|ellipse|line|polyline|polygon|text)[\s>/]/;

/** Whether a text is one SVG image that shows something and can do nothing else. What is in doubt is refused. */
export function isHarmlessSvg(text: string): boolean {
  const trimmed = text.trim();
  const isSvg = /^(?:<\?xml\s[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<svg[\s>][\s\S]*<\/svg>$/.test(trimmed);
  // Character references could spell what is looked for.
  return isSvg && draws.test(trimmed) && !/&#/.test(trimmed) && !harmful.some((pattern) => pattern.test(trimmed));
}
