import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { formatDate } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { type EditingStore, useEdited } from './editing-store.ts';
import { usedAfter } from './pending.ts';
import classes from './permissions.module.css';
import { RuleLine } from './RuleLine.tsx';
import { Seats } from './Seats.tsx';
import { tableRoles } from '../../ui/list/table-roles.ts';
import type { License, LicenseRule } from './types.ts';

type Props = {
  license: License;
  rule: LicenseRule | undefined;
  editing: EditingStore;
  disabled: boolean;
  onSetting: ((license: License) => Promise<void>) | undefined;
};

/** The head of a column: the application, its seats, and Setting. */
export const LicenseHead = memo(function LicenseHead({ license, rule, editing, disabled, onSetting }: Props) {
  const t = useT();
  const isEdited = useEdited(editing, (now) => now?.license.licenseId === license.licenseId);
  const { serviceName, licenseId, usedVolume, volume } = license;
  return (
    <th {...tableRoles.columnHeader} scope="col" aria-label={serviceName} data-edited={isEdited || undefined}>
      <div className={classes.head}>
        <strong title={licenseId}>{serviceName}</strong>
        {isEdited ? <SeatsAfter license={license} editing={editing} /> : <Seats used={usedVolume} volume={volume} />}
        {usedVolume > volume ? <OverUse license={license} /> : null}
        <RuleLine rule={rule} />
        {onSetting ? (
          <Button
            size="compact-sm"
            variant="default"
            data-setting={licenseId}
            disabled={disabled}
            aria-label={t('permissions.settingOf', { app: serviceName })}
            onClick={() => void onSetting(license)}
          >
            {t('permissions.setting')}
          </Button>
        ) : null}
      </div>
    </th>
  );
});

/** Its seats with what is pending; each tick moves them. */
function SeatsAfter({ license: { usedVolume, volume }, editing }: Pick<Props, 'license' | 'editing'>) {
  return (
    <Seats
      used={useEdited(editing, (now) => (now ? usedAfter(now.pending, usedVolume) : usedVolume))}
      volume={volume}
    />
  );
}

/** That more is used than there is, since when, and the way to who does not use it. */
function OverUse({ license: { licenseId, overUsedSince, usedVolume, volume } }: { license: License }) {
  const t = useT();
  const language = useLanguage();
  const timeZone = timeZoneOf(useMe());
  const count = usedVolume - volume;
  return (
    <Link to="/portal/licenses/$licenseId" params={{ licenseId }} className={classes.over}>
      {overUsedSince
        ? t('permissions.overUsedSince', { count, date: formatDate(new Date(overUsedSince), language, timeZone) })
        : t('permissions.overUsed', { count })}
    </Link>
  );
}
