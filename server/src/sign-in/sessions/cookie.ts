import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The session cookie (spec section 3): `loginAt` in seconds and `id`. `__Host-`: this host only, https only, path /. */
const NAME = '__Host-portico-session';

export interface SessionCookie {
  loginAt: number;
  /** "<tenant id>.<secret>" */
  id: string;
}

/** Sets the session cookie, until the browser closes or the session ends. Secure, HttpOnly, SameSite Lax. */
export function setSessionCookie(reply: FastifyReply, cookie: SessionCookie): void {
  reply.setCookie(NAME, `${cookie.loginAt}.${cookie.id}`, { path: '/', secure: true, httpOnly: true, sameSite: 'lax' });
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(NAME, { path: '/', secure: true, httpOnly: true, sameSite: 'lax' });
}

/** The session cookie of a request, or null. Accepts parsed cookies or a raw `Cookie` header's value of our name. */
export function readSessionCookie(request: Pick<FastifyRequest, 'cookies'>): SessionCookie | null {
  return parseSessionCookie(request.cookies[NAME]);
}

export function parseSessionCookie(value: string | undefined): SessionCookie | null {
  const match = /^(\d{1,12})\.([a-z0-9-]{3,32}\.[A-Za-z0-9_-]{20,100})$/.exec(value ?? '');
  return match?.[1] && match[2] ? { loginAt: Number(match[1]), id: match[2] } : null;
}

export const SESSION_COOKIE = NAME;
