import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { License } from '#contract/licences/fields.ts';
import type { LicenseRule } from '#contract/licences/permitted.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { availableTo } from '../parts.tsx';
import type { App } from './apps.ts';
import { ruleQuery } from './queries.ts';

/** By which rule each license is assigned, and whom it can be assigned to at all. */
export function RulesTab({ app: { licenses } }: { app: App }) {
  return licenses.map((license) => <Rule key={license.licenseId} license={license} />);
}

/** The rule in sentences. */
function sentences(t: Translate, language: string, rule: LicenseRule | null): string[] {
  if (!rule || (!rule.allUsers && rule.deviceTypes.length === 0)) return [t('licenses.app.ruleNone')];
  const types = new Intl.ListFormat(language, { type: 'conjunction' }).format(rule.deviceTypes);
  return [
    rule.allUsers ? t('licenses.app.ruleUsers') : t('licenses.app.ruleDevices', { types }),
    ...(rule.exceptions > 0 ? [t('licenses.app.ruleExceptions', { count: rule.exceptions })] : []),
    ...(rule.singles > 0 ? [t('licenses.app.ruleSingles', { count: rule.singles })] : []),
  ];
}

function Rule({ license }: { license: License }) {
  const t = useT();
  const language = useLanguage();
  const me = useMe();
  const query = useQuery(ruleQuery(me.tenantId, license));
  const { licenseId, volumeType, contractId, status } = license;
  const plan = license.contractSystemExtension.ratePlanName;
  const to = volumeType === 'user' ? paths.userPermissions : paths.devicePermissions;
  return (
    <SettingsCard
      // A plan may have several licenses of an app: their ids tell them apart.
      title={t('licenses.app.licenseTitle', { plan, id: licenseId })}
      why={t(`licenses.for_${volumeType}`)}
    >
      <Loaded query={query} height={23} inCard failedTitle={t('licenses.app.ruleFailed')}>
        {(rule) => (
          <>
            {sentences(t, language, rule).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </>
        )}
      </Loaded>
      <p>{t('licenses.app.availableTo', { who: availableTo(t, language, license) })}</p>
      {status === 'activated' && me.permissions.includes('licenses:write') ? (
        <p>
          <Link to={to} search={{ contractId }}>
            {t('licenses.app.changeRule')}
          </Link>
        </p>
      ) : null}
    </SettingsCard>
  );
}
