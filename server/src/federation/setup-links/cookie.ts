import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETUP_LINK_DAYS } from '#contract/federation/setup-link-values.ts';

/** What a set-up link was traded for: the browser that opened it goes on with this, also after a test at the provider. */
const NAME = '__Host-portico-setup';
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'lax' } as const;

export const readSetupCookie = (request: Pick<FastifyRequest, 'cookies'>): string => request.cookies[NAME] ?? '';

export function setSetupCookie(reply: FastifyReply, value: string): void {
  reply.setCookie(NAME, value, { ...attributes, maxAge: SETUP_LINK_DAYS * 86_400 });
}

export function clearSetupCookie(reply: FastifyReply): void {
  reply.clearCookie(NAME, attributes);
}
