import { useQuery } from '@tanstack/react-query';
import { isAdministrator, roles } from '#contract/roles.ts';
import { isAgentId } from '#contract/rules.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { isLastAdministrator, toggledRoles } from '../administrator.ts';
import { administratorsQuery } from '../queries.ts';
import type { FormProps } from './profile-form.tsx';

/** What a user may do. The last active administrator who can sign in stays one, and the page says why. */
export function RolesTab({ user, draft, change, mayChange }: FormProps) {
  const t = useT();
  const { tenantId } = useMe();
  const isOne = user.status === 'active' && isAdministrator(user.roles) && !isAgentId(user.userId);
  const { data: administrators } = useQuery({ ...administratorsQuery(tenantId), enabled: isOne });
  const { data: tenant } = useQuery({ ...tenantSettingsQuery(tenantId), enabled: isOne });
  const way = tenant?.securityPolicy.loginPolicy.siteLoginType;
  const isLast =
    isOne && administrators !== undefined && way !== undefined && isLastAdministrator(user, administrators, way);
  return (
    <SettingsCard
      title={t('users.roles')}
      why={
        <>
          {t('users.rolesWhy')} <LearnMore guide="roles" about={t('users.roles')} />
        </>
      }
    >
      {isLast ? <AlertMessage alert={{ kind: 'info', text: t('users.lastAdministrator') }} /> : null}
      {roles.map((role) => {
        const on = draft.roles.includes(role);
        const isOnly = on && draft.roles.length === 1 && role === roles[0];
        return (
          <SettingRow
            key={role}
            name={t(`common.role.${role}`)}
            consequence={t(`users.role_${role}`)}
            checked={on}
            disabled={!mayChange || isOnly || (isLast && on && isAdministrator([role]))}
            onChange={(checked) => change({ roles: toggledRoles(draft.roles, role, checked) })}
          />
        );
      })}
    </SettingsCard>
  );
}
