import { MAX_HIDDEN_SERVICES } from '#contract/limits.ts';
import type { AppIcon } from '#contract/licences/available-services.ts';

export type ServiceOrder = 'ascending' | 'descending';

/** The services without a tile. */
export function hiddenServices(appExtension: Readonly<Record<string, unknown>>): string[] {
  const { hiddenServices: ids } = appExtension;
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

/** The hidden services with one more, or one less; the longest hidden make room for it. */
export function withService(hidden: readonly string[], iconId: string, hide: boolean): string[] {
  const others = hidden.filter((id) => id !== iconId);
  return hide ? [...others, iconId].slice(-MAX_HIDDEN_SERVICES) : others;
}

/** Case and width of letters make no difference: `ＰＲＩＮＴ` finds Print. */
const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** The services whose name or description has every word, by name in the order of the language. */
export function findServices(
  services: readonly AppIcon[],
  keyword: string,
  order: ServiceOrder,
  language: string,
): AppIcon[] {
  const words = folded(keyword).split(/\s+/).filter(Boolean);
  const collator = new Intl.Collator(language, { numeric: true });
  const sign = order === 'ascending' ? 1 : -1;
  return services
    .filter(({ appName, description }) => {
      const text = folded(`${appName} ${description}`);
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => sign * collator.compare(a.appName, b.appName) || a.iconId.localeCompare(b.iconId));
}
