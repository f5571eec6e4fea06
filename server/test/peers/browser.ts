/** A browser as a peer's server sees it: it keeps cookies and follows no redirect. */
export function makeBrowser(origin: string) {
  const cookies = new Map<string, string>();
  return async (address: string, form?: Record<string, string>) => {
    const answer = await fetch(new URL(address, origin), {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() };
  };
}

export type Browser = ReturnType<typeof makeBrowser>;
