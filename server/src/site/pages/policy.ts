/** What every page may do: load from here only, run and style what carries the answer's nonce, be framed by nobody. */
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
 * The content security policy of a page. Scripts and styles need the nonce or come from here; only the portal's widgets
 * may write style attributes (their positions), which run nothing; only the sign-out page opens pages of other services
 in frames, to tell them (OpenID Connect Front-Channel Logout 1.0). `script` is the address of the one script from
 * elsewhere that the page loads.
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
