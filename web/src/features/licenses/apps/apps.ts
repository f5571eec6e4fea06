import type { License } from '#contract/licences/fields.ts';

/** An app the organization has licenses of: `service` in the words of the provider and of the API. */
export type App = { serviceClass: string; name: string; licenses: License[] };

/** Licenses by app, in the order in which they come. */
export function appsOf(licenses: readonly License[]): App[] {
  const apps = new Map<string, App>();
  for (const license of licenses) {
    const { serviceClass, serviceName: name } = license;
    const known = apps.get(serviceClass);
    if (known) known.licenses.push(license);
    else apps.set(serviceClass, { serviceClass, name, licenses: [license] });
  }
  return [...apps.values()];
}

/** The state of an app is that of its best license. */
export const statusOf = ({ licenses }: App): License['status'] =>
  (['activated', 'suspended', 'expired'] as const).find((status) =>
    licenses.some((license) => license.status === status),
  ) ?? 'expired';

export const licensesFor = ({ licenses }: App, volumeType: License['volumeType']): License[] =>
  licenses.filter((license) => license.volumeType === volumeType);

const appTabs = ['user', 'device', 'rules', 'usage'] as const;
export type AppTab = (typeof appTabs)[number];

/** What the address of an app's page holds: the tab, and which license of several. */
export type AppSearch = { tab?: AppTab; license?: string };

export function readAppSearch({ tab, license }: Record<string, unknown>): AppSearch {
  const known = appTabs.find((one) => one === tab);
  return { ...(known && { tab: known }), ...(typeof license === 'string' && { license: license.slice(0, 64) }) };
}

/** The tabs an app has: those of what its licenses are for, then the two that every app has. */
export const tabsOf = (app: App): AppTab[] =>
  appTabs.filter((tab) => (tab !== 'user' && tab !== 'device') || licensesFor(app, tab).length > 0);
