/** Rules for every page: load from this origin only, run and style with the answer's nonce, no framing. */
const common = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
];

export type PageKind = 'guest' | 'portal' | 'logout';

/**
 * Content security policy of a page. Scripts and styles need the nonce or this origin. Only the portal's widgets may
 * write style attributes (positions; they run nothing), and only the sign-out page may frame pages of other services
 * (OpenID Connect Front-Channel Logout 1.0). `script` is the address of the one external script that the page loads.
 */
export function pagePolicy(nonce: string, page: PageKind, script?: string): string {
  const attributes = page === 'portal' ? "'unsafe-inline'" : "'none'";
  const own = [
    `script-src 'self' 'nonce-${nonce}'${script ? ` ${script}` : ''}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-attr ${attributes}`,
    ...(page === 'logout' ? ['frame-src http: https:'] : []),
  ];
  return [...common, ...own].join('; ');
}
