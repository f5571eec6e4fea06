const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Drawing elements (SVG 2): no scripts, links, HTML, embedded images or animation. */
export const allowedElements = words(`
  svg g defs symbol use path rect circle ellipse line polyline polygon text tspan style
  linearGradient radialGradient stop pattern clipPath mask marker switch
  filter feBlend feColorMatrix feComponentTransfer feFuncR feFuncG feFuncB feFuncA feComposite feFlood feGaussianBlur
  feMerge feMergeNode feOffset feDropShadow`);

/** CSS properties allowed as attributes, in `style` attributes and in rules. */
export const allowedProperties = words(`
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color display visibility overflow clip-path clip-rule mask mask-type filter
  marker marker-start marker-mid marker-end stop-color stop-opacity flood-color flood-opacity lighting-color
  font-family font-size font-weight font-style font-stretch font-variant letter-spacing word-spacing text-anchor
  text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction paint-order vector-effect
  isolation mix-blend-mode shape-rendering text-rendering color-interpolation color-interpolation-filters transform
  transform-origin`);

/** Other allowed attributes. `href` is checked by value: only references within the image. */
export const allowedAttributes = words(`
  id class d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height points viewBox preserveAspectRatio pathLength
  gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform clipPathUnits
  maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient filterUnits primitiveUnits in in2
  result stdDeviation type values tableValues slope intercept amplitude exponent mode operator k1 k2 k3 k4 rotate
  textLength lengthAdjust`);

/** Editor metadata, removed without being reported. */
export const quiet = words(`
  metadata title desc version baseProfile enable-background role focusable lang tabindex xml:space contentScriptType
  contentStyleType zoomAndPan systemLanguage requiredFeatures requiredExtensions`);

/** `url(#place)`: a reference within the image. */
const LOCAL = /url\(\s*(['"]?)#([\w:.-]+)\1\s*\)/g;
const REACHES_OUT =
  /url\s*\(|src\s*\(|image(-set)?\s*\(|element\s*\(|expression\s*\(|attr\s*\(|var\s*\(|\w:|\/\/|[\\@<>{}]/i;

/** True if a value of an attribute or property refers to nothing outside the image. */
export function isHarmless(value: string): boolean {
  return value.length <= 100_000 && !REACHES_OUT.test(value.replace(LOCAL, ''));
}

/** IDs within the image that a value refers to. */
export function placesIn(value: string): string[] {
  return value.includes('url(') ? [...value.matchAll(LOCAL)].map(([, , place = '']) => place) : [];
}
