import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { changeRegisterUrl, createRegisterUrl, RegisterUrl } from '#contract/portal/register-urls.ts';
import { type Role, roles } from '#contract/roles.ts';
import type { ErrorId } from '#contract/errors.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../app/failure.ts';
import { useAct } from '../../../app/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/AlertArea.tsx';
import { Dropdown } from '../../../ui/Dropdown.tsx';
import { ModalDialog } from '../../../ui/ModalDialog.tsx';
import { ReadOnlyTextBox } from '../../../ui/ReadOnlyTextBox.tsx';
import { ShownOnceDialog } from '../../../ui/ShownOnceDialog.tsx';
import { TextBox } from '../../../ui/TextBox.tsx';
import { registerUrlsKey } from '../queries.ts';
import { LicenseChoice, SettledLicenses } from './LicenseChoice.tsx';
import { daysMistake, domainMistake, domainsIn, MAX_DAYS, MAX_SEATS, seatsMistake } from './form.ts';

type Props = { url: RegisterUrl | undefined; say: (alert: AlertContent | undefined) => void; onClose: () => void };
const fields = ['usersLimit', 'enabledDomains', 'expiresIn'] as const;
const DAY = 86_400;

/** Makes a URL and shows it to be copied, or changes one. What is not touched stays. */
export function UrlDialog({ url, say, onClose }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [role, setRole] = useState<Role>(url?.role ?? 'User');
  const [seats, setSeats] = useState(String(url?.usersLimit ?? 50));
  const [days, setDays] = useState(url ? '' : '30');
  const [licenseIds, setLicenseIds] = useState<string[]>([]);
  const [domains, setDomains] = useState(url?.enabledDomains.join(', ') ?? '');
  const [refused, setRefused] = useState<Partial<Record<(typeof fields)[number], ErrorId>>>({});
  const [made, setMade] = useState<RegisterUrl>();
  const settled = (url?.usersCount ?? 0) > 0;
  const wrong = seatsMistake(seats) ?? (days === '' && url ? undefined : daysMistake(days)) ?? domainMistake(domains);
  const send = async () => {
    const values = {
      usersLimit: Number(seats),
      ...(days === '' ? {} : { expiresIn: Number(days) * DAY }),
      ...(settled ? {} : { enabledDomains: domainsIn(domains) }),
    };
    const take = (error: unknown) => {
      const found = fieldMistakes(error, {}, fields);
      if (found) setRefused(found);
      return found !== undefined;
    };
    setRefused({});
    const path = '/api/portal/userRegisterUrl';
    const done = await run(
      () =>
        url
          ? call<typeof changeRegisterUrl>({
              method: 'PUT',
              path: `${path}/{uuid}`,
              params: { uuid: url.uuid },
              body: values,
              pattern: 'powerUser',
            })
          : call<typeof createRegisterUrl>({
              method: 'POST',
              path,
              body: { role, ...values, licenseIds, expiresIn: Number(days) * DAY },
              pattern: 'powerUser',
            }),
      take,
    );
    if (!done) return;
    await queryClient.invalidateQueries({ queryKey: registerUrlsKey });
    if (!url) return setMade(done.answer);
    onClose();
    say({ kind: 'success', text: t('onboarding.urls.changed') });
  };
  const error = (field: (typeof fields)[number]) => (refused[field] ? t(`errors.${refused[field]}`) : undefined);
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
      title={t(url ? 'onboarding.urls.changeTitle' : 'onboarding.urls.make')}
      okLabel={t(url ? 'common.save' : 'onboarding.urls.make')}
      okDisabled={wrong !== undefined}
      busy={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {url ? null : (
        <Dropdown
          label={t('common.role')}
          help={t(role === 'PowerUser' ? 'onboarding.urls.roleWarning' : 'onboarding.urls.roleHelp')}
          value={role}
          choices={roles.map((value) => ({ value, label: t(`common.role.${value}`) }))}
          onChange={(next) => {
            setRole(next);
            // Those chosen may not be for the other role.
            setLicenseIds([]);
          }}
          data-autofocus
        />
      )}
      <TextBox
        label={t('onboarding.urls.limit')}
        help={t('onboarding.urls.limitHelp')}
        kind="numeric"
        required
        maxLength={6}
        value={seats}
        onChange={setSeats}
        validate={(value) => seatsMistake(value) && t('onboarding.urls.limitWrong', { most: MAX_SEATS })}
        error={error('usersLimit')}
        data-autofocus={url !== undefined}
      />
      <TextBox
        label={t(url ? 'onboarding.urls.moreDays' : 'onboarding.urls.days')}
        help={t(url ? 'onboarding.urls.moreDaysHelp' : 'onboarding.urls.daysHelp')}
        kind="numeric"
        required={!url}
        maxLength={3}
        value={days}
        onChange={setDays}
        validate={(value) => daysMistake(value) && t('onboarding.urls.daysWrong', { most: MAX_DAYS })}
        error={error('expiresIn')}
      />
      <TextBox
        label={t('onboarding.urls.domains')}
        help={t(settled ? 'onboarding.urls.domainsSettled' : 'onboarding.urls.domainsHelp')}
        disabled={settled}
        value={domains}
        onChange={setDomains}
        validate={(value) => {
          const found = domainMistake(value);
          if (!found) return undefined;
          return 'tooMany' in found
            ? t('onboarding.urls.tooManyDomains', { most: found.tooMany })
            : t('onboarding.urls.domainWrong', { domain: found.wrong });
        }}
        error={error('enabledDomains')}
      />
      {url ? (
        <SettledLicenses licenseIds={url.licenseIds} />
      ) : (
        <LicenseChoice role={role} chosen={licenseIds} onChange={setLicenseIds} />
      )}
    </ModalDialog>
  );
}
