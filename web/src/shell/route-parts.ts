/**
 * The addresses of administrators' pages, by the file in `routes/` that has their routes. The build reads them too:
 * portal.html asks for the file before the program does.
 */
export const routeParts = {
  people: '^/portal/(users|groups|tags)(/|$)',
  organization: '^/portal/(?!(users|groups|tags)(/|$)|account|top\\.html|default-tenant\\.html|admin-menu\\.html|dev/)',
} as const;

export type RoutePart = keyof typeof routeParts;

export const partNames = Object.keys(routeParts) as RoutePart[];

/** The part that has a page at a path, if one of administrators is there. */
export const partAt = (pathname: string): RoutePart | undefined =>
  partNames.find((part) => new RegExp(routeParts[part], 'i').test(pathname));

/** Says whether there is a page at a path, once all routes have come that may have one. With `href` it is being visited. */
export type FindPage = (pathname: string, href?: string) => Promise<boolean>;
