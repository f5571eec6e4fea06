import { UNLIMITED_VOLUME } from '#contract/limits.ts';
import type { License } from '#contract/licences/fields.ts';
import { roleNames } from '../../base/role-names.ts';
import type { Translate } from '../../i18n/keys.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { Share } from '../../ui/text/Share.tsx';
import type { Tone } from '../../ui/text/StatusBadge.tsx';
import { Volume } from '../../ui/text/Volume.tsx';
import classes from './licenses.module.css';

export const tones: Record<License['status'], Tone> = { activated: 'good', suspended: 'warning', expired: 'neutral' };

/** The part from which on few seats are left. */
const NEARLY_FULL = 0.9;

function toneOf({ usedVolume, volume }: License): Tone {
  if (usedVolume > volume) return 'bad';
  return usedVolume >= NEARLY_FULL * volume ? 'warning' : 'good';
}

/** What is used, of how much; over-use is said in words. */
export function Use({ license }: { license: License }) {
  const t = useT();
  const { usedVolume, volume } = license;
  const over = usedVolume - volume;
  return (
    <span className={classes.use}>
      <span className={classes.figures}>
        {new Intl.NumberFormat(useLanguage()).format(usedVolume)} / <Volume volume={volume} />
      </span>
      {volume < UNLIMITED_VOLUME ? (
        <Share share={volume === 0 ? (over > 0 ? 1 : 0) : usedVolume / volume} tone={toneOf(license)} />
      ) : null}
      {over > 0 ? <small>{t('licenses.over', { count: over })}</small> : null}
    </span>
  );
}

/** Whom a licence can be permitted to, in words. */
export function availableTo(t: Translate, language: string, license: License): string {
  const { volumeType, availableDeviceTypes, availableRoles } = license;
  const list = new Intl.ListFormat(language, { type: 'unit', style: 'short' });
  const roles = availableRoles && t('licenses.ofRoles', { roles: roleNames(t, language, availableRoles) });
  const types = volumeType === 'device' ? availableDeviceTypes && list.format(availableDeviceTypes) : null;
  const both = [types, roles].filter((words) => words !== null);
  return both.length > 0 ? list.format(both) : t(`licenses.all_${volumeType}`);
}
