import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { LicenseReasons } from '#contract/licences/reasons.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { SettingsCard } from '../../ui/form/SettingsCard.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import type { AlertContent } from '../../ui/page/AlertArea.tsx';
import { Loaded } from '../Loaded.tsx';
import { LicenseSwitch } from './LicenseSwitch.tsx';
import { type Holder, reasonsQuery } from './query.ts';
import { Remedy } from './Remedy.tsx';
import classes from './reasons.module.css';
import { useReasonWords } from './words.ts';

type Say = { say?: (alert: AlertContent | undefined) => void };

/**
 * The licenses a user or a device can use, and why: a tab of its page. With `say`, those of a user are assigned and
 * removed here; those of devices on the permission screens.
 */
export function ReasonsTab({ holder, say }: { holder: Holder } & Say) {
  const t = useT();
  const query = useQuery(reasonsQuery(holder));
  const { type } = holder;
  return (
    <SettingsCard title={t('reasons.title')} why={t(type === 'user' ? 'reasons.assignWhy' : 'reasons.why_device')}>
      <Loaded query={query} height={240} failedTitle={t(`reasons.failed_${type}`)}>
        {(licenses) =>
          licenses.length === 0 ? (
            <p className={classes.note}>{t(`reasons.none_${type}`)}</p>
          ) : (
            <ul className={classes.licenses}>
              {licenses.map((one) => (
                <LicenseLine key={one.licenseId} holder={holder} license={one} {...(say ? { say } : {})} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </SettingsCard>
  );
}

function LicenseLine({ holder, license, say: tell }: { holder: Holder; license: LicenseReasons } & Say) {
  const t = useT();
  const language = useLanguage();
  const why = useId();
  const { serviceName, licenseId, usable, checks, seatsLeft } = license;
  const say = useReasonWords(holder.type, license);
  const failed = checks.find(({ passed }) => !passed)?.check;
  return (
    <li>
      <div className={classes.license}>
        <div>
          <strong>{serviceName}</strong> <span className={classes.note}>{licenseId}</span>
          <p id={why} className={classes.note}>
            {say(failed ?? 'permission')}
          </p>
          {tell && seatsLeft !== null && license.ground !== 'none' ? (
            <p className={classes.note}>
              {t('reasons.seatsLeft', { count: seatsLeft, seats: seatsLeft.toLocaleString(language) })}
            </p>
          ) : null}
        </div>
        {tell ? (
          <LicenseSwitch holder={holder} license={license} say={tell} describedBy={why} />
        ) : (
          <UsableBadge usable={usable} />
        )}
      </div>
      {tell && usable ? null : (
        <details>
          <summary>{t('reasons.why')}</summary>
          <ReasonChecks holder={holder} license={license} isOwnPage={tell !== undefined} />
        </details>
      )}
    </li>
  );
}

export function UsableBadge({ usable }: { usable: boolean }) {
  const t = useT();
  return (
    <StatusBadge tone={usable ? 'good' : 'neutral'}>{t(usable ? 'reasons.canUse' : 'reasons.cannotUse')}</StatusBadge>
  );
}

/** The checks of one licence in their order, and the one change that would turn the answer round. */
export function ReasonChecks({
  holder,
  license,
  isOwnPage = false,
}: {
  holder: Holder;
  license: LicenseReasons;
  /** Of the user or device: no way leads to where one is. */
  isOwnPage?: boolean;
}) {
  const t = useT();
  const say = useReasonWords(holder.type, license);
  return (
    <>
      <ol className={classes.checks}>
        {license.checks.map(({ check, passed }) => (
          <li key={check} data-passed={passed}>
            {passed ? <IconCheck size={16} aria-hidden="true" /> : <IconX size={16} aria-hidden="true" />}
            <span>
              <span className="visually-hidden">{t(passed ? 'reasons.checkPassed' : 'reasons.checkFailed')}</span>{' '}
              {say(check)}
            </span>
          </li>
        ))}
      </ol>
      <Remedy holder={holder} license={license} isOwnPage={isOwnPage} />
    </>
  );
}
