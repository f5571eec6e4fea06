import type { FastifyReply } from 'fastify';
import type { ErrorId } from '#contract/errors.ts';
import type { RegistrationPage } from '../ports.ts';
import { registrationOf } from '../registering/mount.ts';
import { type Purpose, SETUP_PAGE } from './requests.ts';

/** What became of a provider's answer, for the page that the browser goes on to. */
export interface WhatBecame {
  purpose: Purpose;
  tenantId?: string;
  /** The test of a set-up link. */
  isOfSetupLink?: boolean;
  /** Of a sign-in: completes it (`exchangeToken`). */
  exchangeCode?: string;
  /** Of a registration that was begun: where the answer is awaited. */
  goOn?: string;
  /** Of a registration that is not completed: the page it was begun on. */
  page?: RegistrationPage;
  error?: ErrorId;
}

interface Place {
  /** The connection. */
  provider: string | undefined;
  /** The page of a connection, where its test is read. */
  testPage: string;
  /** IDs of OpenID providers and of SAML connections may be the same. */
  type?: 'saml';
}

/** The page that is next, which reads what became of it from the fragment, which is sent to no server. */
export function arrivalPage(arrival: WhatBecame, { provider, testPage, type }: Place, query = ''): string {
  const { purpose, tenantId, isOfSetupLink, exchangeCode, error } = arrival;
  if (purpose === 'register') return registrationOf(arrival);
  const told = Object.entries({ tenantId, provider, exchangeCode, federationError: error, purpose, type });
  const fragment = new URLSearchParams(told.filter((entry): entry is [string, string] => entry[1] !== undefined));
  const pages = {
    signIn: '/portal/login.html',
    connect: '/portal/account/external_service_login_coordination',
    test: testPage,
  };
  return `${isOfSetupLink ? SETUP_PAGE : pages[purpose]}${query}#${fragment}`;
}

export const goOn = (reply: FastifyReply, page: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(page, 303);
