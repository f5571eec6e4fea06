/** The pages that a sign-in leads to of itself; `base/paths.ts` has them too, with every other page. */
export const signInPages = { login: '/login.html', error: '/error.html', top: '/portal/top.html' } as const;
