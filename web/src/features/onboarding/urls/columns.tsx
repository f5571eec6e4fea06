import { Button } from '@mantine/core';
import { dash } from '#contract/display.ts';
import type { RegisterUrl } from '#contract/joining/register-urls.ts';
import type { ColumnKit } from '../../../base/list/columns.tsx';
import type { ListColumn } from '../../../ui/list/list-types.ts';
import { CopyButton } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { StatusBadge, type Tone } from '../../../ui/text/StatusBadge.tsx';
import classes from '../onboarding.module.css';

const tones: Record<RegisterUrl['state'], Tone> = {
  open: 'good',
  full: 'warning',
  expired: 'neutral',
  ended: 'neutral',
  withoutMaker: 'warning',
};

const canChange = ({ state }: RegisterUrl) => state === 'open' || state === 'full';
/** Also one that would work again with its maker's rights. */
const canEnd = (url: RegisterUrl) => canChange(url) || url.state === 'withoutMaker';

/** Long enough to tell two apart, short enough for a table. */
const SHOWN = 10;

export function urlColumns(
  { t, language, time, words }: ColumnKit,
  licenseNames: (licenseIds: readonly string[]) => string,
  onAct: (act: 'change' | 'end', url: RegisterUrl) => void,
): ListColumn<RegisterUrl>[] {
  const number = new Intl.NumberFormat(language);
  return [
    {
      id: 'url',
      header: t('onboarding.urls.url'),
      isName: true,
      cell: ({ url }) =>
        url === null ? (
          <span className={classes.dim}>{t('onboarding.urls.over')}</span>
        ) : (
          <span className={classes.url}>
            <code>…{url.slice(-SHOWN)}</code>
            <CopyButton value={url} name={t('onboarding.urls.url')} />
          </span>
        ),
    },
    {
      id: 'state',
      isStatus: true,
      header: t('common.status'),
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{t(`onboarding.urls.state_${state}`)}</StatusBadge>,
    },
    {
      id: 'used',
      header: t('onboarding.urls.used'),
      cell: ({ usersCount, usersLimit }) => (
        <span className={classes.used}>
          <span>{t('onboarding.urls.usedOf', { used: number.format(usersCount), count: usersLimit })}</span>
          <meter aria-label={t('onboarding.urls.used')} min={0} max={usersLimit} value={usersCount} />
        </span>
      ),
    },
    words('role', t('common.role'), ({ role }) => t(`common.role.${role}`), { priority: 1 }),
    words('licenses', t('onboarding.urls.licenses'), ({ licenseIds }) => licenseNames(licenseIds), { priority: 2 }),
    words(
      'domains',
      t('onboarding.urls.domains'),
      ({ enabledDomains }) => enabledDomains.join(', ') || t('onboarding.urls.everyDomain'),
      { priority: 3 },
    ),
    time('expiresAt', t('onboarding.urls.expiresAt'), ({ expiresAt }) => expiresAt),
    time('createdAt', t('onboarding.urls.createdAt'), ({ createdAt }) => createdAt, { hiddenAtFirst: true }),
    words('createdBy', t('onboarding.urls.createdBy'), ({ createdBy }) => createdBy, { hiddenAtFirst: true }),
    {
      id: 'acts',
      header: t('onboarding.urls.acts'),
      isActs: true,
      cell: (url) =>
        canEnd(url) ? (
          <span>
            {canChange(url) ? (
              <Button size="compact-sm" variant="default" onClick={() => onAct('change', url)}>
                {t('common.edit')}
              </Button>
            ) : null}
            <Button size="compact-sm" variant="default" onClick={() => onAct('end', url)}>
              {t('onboarding.urls.end')}
            </Button>
          </span>
        ) : (
          dash
        ),
    },
  ];
}
