import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { mailAddress } from '../../features/onboarding/mails/mail-search.ts';
import * as queries from '../../features/onboarding/queries.ts';
import { sendingAddress } from '../../features/onboarding/sendings/sending-search.ts';
import { readTextSearch } from '../../features/onboarding/texts/text-search.ts';
import { PageError } from '../error-pages/PageError.tsx';
import { mailTextsQuery } from '../../base/mail-texts/query.ts';
import { openPage } from '../open-page.ts';
import { paths } from '../../base/paths.ts';
import { frameRoute } from './frame.tsx';

const areas = ['onboarding'] as const;
const flags = { adminHeader: true } as const;

const registrationRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/portal/registration',
  errorComponent: PageError,
  component: lazyRouteComponent(() => import('../layout/SectionPage.tsx'), 'SectionPage'),
});

const inside = { getParentRoute: () => registrationRoute, errorComponent: PageError } as const;

const indexRoute = createRoute({
  ...inside,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: paths.registration('mails'), replace: true });
  },
});

const mailsRoute = createRoute({
  ...inside,
  path: 'mails',
  staticData: { title: 'ui.registration.mails', flags },
  validateSearch: mailAddress.read,
  loaderDeps: ({ search }) => search,
  loader: openPage<ReturnType<typeof mailAddress.read>>({
    permission: 'users:read',
    areas,
    start: (queryClient, search) => void queryClient.prefetchQuery(queries.registrationMailsQuery(search)),
  }),
  component: lazyRouteComponent(
    () => import('../../features/onboarding/mails/RegistrationMails.tsx'),
    'RegistrationMails',
  ),
});

const sendingsRoute = createRoute({
  ...inside,
  path: 'sendings',
  staticData: { title: 'ui.registration.sendings', flags },
  validateSearch: sendingAddress.read,
  loaderDeps: ({ search }) => search,
  loader: openPage<ReturnType<typeof sendingAddress.read>>({
    permission: 'users:read',
    areas,
    start: (queryClient, search) => void queryClient.prefetchQuery(queries.sendingsQuery(search)),
  }),
  component: lazyRouteComponent(() => import('../../features/onboarding/sendings/Sendings.tsx'), 'Sendings'),
});

const urlsRoute = createRoute({
  ...inside,
  path: 'urls',
  staticData: { title: 'ui.registration.urls', flags },
  loader: openPage({
    permission: 'users:write',
    areas,
    start: (queryClient) => void queryClient.prefetchQuery(queries.registerUrlsQuery),
  }),
  component: lazyRouteComponent(
    () => import('../../features/onboarding/urls/RegistrationUrls.tsx'),
    'RegistrationUrls',
  ),
});

const textsRoute = createRoute({
  ...inside,
  path: 'texts',
  staticData: { title: 'ui.registration.texts', flags },
  validateSearch: readTextSearch,
  loaderDeps: ({ search }) => search,
  loader: openPage<ReturnType<typeof readTextSearch>>({
    permission: 'tenant:write',
    areas,
    start: (queryClient, { locale }) => void queryClient.prefetchQuery(mailTextsQuery(locale)),
  }),
  component: lazyRouteComponent(() => import('../../features/onboarding/texts/MailTexts.tsx'), 'MailTexts'),
});

/** Registration mails, sendings to many, registration URLs and mail texts (spec section 2, "User Management"). */
export const registrationRoutes = registrationRoute.addChildren([
  indexRoute,
  mailsRoute,
  sendingsRoute,
  urlsRoute,
  textsRoute,
]);
