import { certificatesRoute } from './certificates.tsx';
import { deviceRoutes } from './devices.tsx';
import { emailDomainRoutes } from './email-domains.tsx';
import { jobsRoute } from './jobs.tsx';
import { licenseRoutes } from './licenses.tsx';
import { oauthAppRoutes } from './oauth-apps.tsx';
import { openidProviderRoutes } from './openid-providers.tsx';
import { permissionRoutes } from './permissions.tsx';
import { provisioningRoutes } from './provisioning.tsx';
import { registrationRoutes } from './registration.tsx';
import { samlConnectionRoutes } from './saml-connections.tsx';
import { samlIdpRoutes } from './saml-idp.tsx';
import { targetRoutes } from './targets.tsx';
import { webhookRoutes } from './webhooks.tsx';
import { tenantRoutes } from './tenant.tsx';

/** Pages of administrators about devices, apps, licenses and the organization's settings. */
export const routes = [
  ...deviceRoutes,
  jobsRoute,
  registrationRoutes,
  ...licenseRoutes,
  ...oauthAppRoutes,
  ...samlIdpRoutes,
  ...openidProviderRoutes,
  ...samlConnectionRoutes,
  ...emailDomainRoutes,
  certificatesRoute,
  ...provisioningRoutes,
  ...targetRoutes,
  ...webhookRoutes,
  ...permissionRoutes,
  tenantRoutes,
] as const;
