import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { createRegisterUrl, RegisterUrl } from '#contract/joining/register-urls.ts';
import { type Role, roles, isAdministrator } from '#contract/roles.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { newcomerSeatsQuery } from '../../../base/seats/query.ts';
import { SeatForecast } from '../../../base/seats/SeatForecast.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { ShownOnceDialog } from '../../../ui/dialog/ShownOnceDialog.tsx';
import { registerUrlsKey } from '../queries.ts';
import { domainsIn, isSound, type Refused, secondsIn, type UrlDraft, urlFields } from './form.ts';
import { LicenseChoice } from './LicenseChoice.tsx';
import { UrlBoxes } from './UrlBoxes.tsx';

const usual: UrlDraft = { usersLimit: '50', expiresIn: '30', enabledDomains: '', expiresAt: '' };

/** Makes a registration URL and shows it to be copied. */
export function MakeUrlDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [role, setRole] = useState<Role>('User');
  const [draft, setDraft] = useState(usual);
  const [licenseIds, setLicenseIds] = useState<string[]>([]);
  const [refused, setRefused] = useState<Refused>({});
  const [made, setMade] = useState<RegisterUrl>();
  const send = async () => {
    const take = (error: unknown) => {
      const found = fieldMistakes(error, {}, urlFields);
      if (found) setRefused(found);
      return found !== undefined;
    };
    setRefused({});
    const { usersLimit, enabledDomains, expiresIn } = draft;
    const body = {
      role,
      usersLimit: Number(usersLimit),
      expiresIn: secondsIn(expiresIn),
      enabledDomains: domainsIn(enabledDomains),
      licenseIds,
    };
    const path = '/api/portal/userRegisterUrl';
    const done = await run(
      () => call<typeof createRegisterUrl>({ method: 'POST', path, body, pattern: 'powerUser' }),
      take,
    );
    if (!done) return;
    await queryClient.invalidateQueries({ queryKey: registerUrlsKey });
    setMade(done.answer);
  };
  if (made?.url) {
    return (
      <ShownOnceDialog title={t('onboarding.urls.madeTitle')} okLabel={t('common.close')} width={480} onClose={onClose}>
        <p>{t('onboarding.urls.madeWhy', { count: made.usersLimit })}</p>
        <ReadOnlyTextBox label={t('onboarding.urls.url')} value={made.url} />
      </ShownOnceDialog>
    );
  }
  return (
    <ModalDialog
      opened
      title={t('onboarding.urls.make')}
      okLabel={t('onboarding.urls.make')}
      okDisabled={!isSound(draft, false)}
      busy={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Dropdown
        label={t('common.role')}
        help={t(isAdministrator([role]) ? 'onboarding.urls.roleWarning' : 'onboarding.urls.roleHelp')}
        value={role}
        choices={roles.map((value) => ({ value, label: t(`common.role.${value}`) }))}
        onChange={(next) => {
          setRole(next);
          // Those chosen may not be for the other role.
          setLicenseIds([]);
        }}
        data-autofocus
      />
      <UrlBoxes
        draft={draft}
        refused={refused}
        isMade={false}
        settled={false}
        onChange={(change) => setDraft((before) => ({ ...before, ...change }))}
      />
      <LicenseChoice role={role} chosen={licenseIds} onChange={setLicenseIds} />
      {isSound(draft, false) ? (
        <SeatForecast
          query={newcomerSeatsQuery(tenantId, { count: Number(draft.usersLimit), roles: [role], licenseIds })}
        />
      ) : null}
    </ModalDialog>
  );
}
