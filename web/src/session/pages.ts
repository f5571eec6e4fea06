/**
 * The pages that a sign-in leads to of itself. The table of all pages (`base/paths.ts`), which stands on this room, has
 * them too, and its type holds both to the same addresses: were they read from here as it is made, the two would be in
 * files of the build that wait for each other.
 */
export const signInPages = { login: '/login.html', error: '/error.html', top: '/portal/top.html' } as const;

export type SignInPages = typeof signInPages;
