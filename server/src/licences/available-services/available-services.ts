import type { AppIcon, listAvailableServices } from '#contract/licences/available-services.ts';
import type { QueryOf } from '#contract/route.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import { iconUrl } from '../icons/icons.ts';
import { readLocale } from '../licenses/licenses.ts';
import { listOffered, type OfferedService } from './queries.ts';

/** Icons of a service: for using it and for managing it, where it has such pages. */
function iconsOf(service: OfferedService, isAdministrator: boolean): AppIcon[] {
  const common = {
    appName: service.name,
    appClass: service.service_class,
    iconURL: iconUrl(service.service_class, service.icon_version),
    isSiteSetupNavi: false,
    description: service.description,
  };
  const icons: AppIcon[] = [];
  if (service.usable && service.link_url !== null)
    icons.push({ ...common, iconId: service.service_class, linkURL: service.link_url, isPowerUser: false });
  if (isAdministrator && service.admin_link_url !== null)
    icons.push({
      ...common,
      iconId: `${service.service_class}-admin`,
      linkURL: service.admin_link_url,
      isPowerUser: true,
    });
  return icons;
}

/** Services as icons (spec section 3): those the caller may use, and for administrators those they may manage. */
export async function availableServices(
  tx: Tx,
  caller: Caller,
  { query, locale: asked, sort }: QueryOf<typeof listAvailableServices>,
  now: Date,
): Promise<AppIcon[]> {
  const locale = asked ?? (await readLocale(tx, caller.uuid));
  const offered = await listOffered(tx, { userUuid: caller.uuid, locale, now });
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const byId = (a: AppIcon, b: AppIcon) => (a.iconId < b.iconId ? -1 : 1);
  const byName = (a: AppIcon, b: AppIcon) => compare(a.appName, b.appName) || byId(a, b);
  const keyword = query.toLocaleLowerCase(locale);
  return offered
    .flatMap((service) => iconsOf(service, caller.permissions.has('licenses:read')))
    .filter(({ appName }) => appName.toLocaleLowerCase(locale).includes(keyword))
    .sort(sort === 'appName' ? byName : byId);
}
