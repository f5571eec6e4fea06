export const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** Asks who somebody wants to be, where a provider asks for a password. Each name leads to the address, with `as`. */
export function chooserPage(title: string, names: readonly string[], address: URL): string {
  const links = names.map((name) => {
    const there = new URL(address);
    there.searchParams.set('as', name);
    return `<li><a href="${escaped(there.href)}">${escaped(name)}</a>`;
  });
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><link rel="icon" href="data:,"><style>:root{color-scheme:light dark}body{font:1rem/1.8 system-ui;max-width:30rem;margin:3rem auto;padding:0 1rem}</style><h1>${escaped(title)}</h1><p>Sign in as</p><ul>${links.join('')}</ul></html>`;
}
