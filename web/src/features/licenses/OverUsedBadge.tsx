import { formatDate } from '#contract/display.ts';
import type { License } from '#contract/licences/fields.ts';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';

/** That more of a licence is used than there is, and since when; nothing where it fits. */
export function OverUsedBadge({ license: { usedVolume, volume, overUsedSince } }: { license: License }) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  if (usedVolume <= volume) return null;
  // What users who just came have brought about is noted within seconds: until then it is not known since when.
  return (
    <StatusBadge tone="bad">
      {overUsedSince
        ? t('licenses.overUsedSince', { date: formatDate(new Date(overUsedSince), language, timeZone) })
        : t('licenses.overUsed')}
    </StatusBadge>
  );
}
