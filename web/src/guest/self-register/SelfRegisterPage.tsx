import { useEffect, useState } from 'react';
import { hasErrorId } from '../../api/api-error.ts';
import { paths } from '../../base/paths.ts';
import { Button, ButtonLink } from '../../guest-kit/Button.tsx';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { LinkSpent } from '../../guest-kit/LinkStart.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { TenantLook } from '../../guest-kit/TenantLook.tsx';
import { useAct } from '../../guest-kit/use-act.ts';
import { rememberWay } from '../../session/accounts.ts';
import { exchangeCodeIn, forgetLink, openedLink, type OpenedRegistration } from '../../guest-kit/mail-link.ts';
import { AddressForm } from './AddressForm.tsx';
import { PersonForm } from './PersonForm.tsx';
import { openRegistration, readInfo, register, type RegisterInfo } from './self-register-calls.ts';

type End = 'spent' | 'over' | 'full' | 'done';

/** What a refusal of a code means for the page; undefined: something else went wrong. */
function endOf(error: unknown, spent: 'spent' | 'over'): End | undefined {
  if (hasErrorId(error, 'exceeded_user_limit')) return 'full';
  return hasErrorId(error, 'revoked_or_expired') || hasErrorId(error, 'invalid_params') ? spent : undefined;
}

/** `/portal/self-register.html?code=` (a registration URL) and `?exchangeCode=` (the mail that proves the address). */
export default function SelfRegisterPage() {
  const query = useQuery();
  const { t } = useGuest();
  const [end, setEnd] = useState<End>();
  const [opened, setOpened] = useState<OpenedRegistration>();
  const code = query?.get('code') ?? undefined;
  const exchangeCode = query ? exchangeCodeIn(query) : undefined;
  if (end === 'spent') return <LinkSpent again={{ href: paths.login, label: t('guest.toSignIn') }} />;
  if (end && end !== 'done') return <Over full={end === 'full'} />;
  if (opened) return <Proved opened={opened} isDone={end === 'done'} onEnd={setEnd} />;
  if (exchangeCode !== undefined) return <Open exchangeCode={exchangeCode} onOpen={setOpened} onEnd={setEnd} />;
  if (query !== null && code === undefined) return <Reopened isDone={end === 'done'} onEnd={setEnd} />;
  return <Ask code={code} onEnd={setEnd} />;
}

/** Nobody can register behind the URL any more. */
function Over({ full }: { full: boolean }) {
  const { t } = useGuest();
  return (
    <GuestPage title={t('registration.urlOverTitle')} lead={t(full ? 'registration.urlFull' : 'registration.urlOver')}>
      <ButtonLink look="primary" href={paths.login}>
        {t('guest.toSignIn')}
      </ButtonLink>
    </GuestPage>
  );
}

function Ask({ code, onEnd }: { code: string | undefined; onEnd: (end: End) => void }) {
  const { t } = useGuest();
  const [info, setInfo] = useState<RegisterInfo>();
  const { run, alert } = useAct(async (of: string) => {
    try {
      setInfo(await readInfo(of));
    } catch (error) {
      const end = endOf(error, 'over');
      if (!end) throw error;
      onEnd(end);
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the address is known
  useEffect(() => {
    if (code !== undefined) run(code);
  }, [code]);
  return (
    <TenantLook tenantId={info?.tenantId}>
      {info && code !== undefined ? (
        <AddressForm code={code} info={info} />
      ) : (
        <GuestPage title={t('registration.selfRegisterTitle')}>
          <FormAlert alert={alert} />
          {alert ? null : <Spinner label={t('guest.loading')} />}
        </GuestPage>
      )}
    </TenantLook>
  );
}

/** Programs open links in mails, and the code works once: a person presses the button. */
function Open({
  exchangeCode,
  onOpen,
  onEnd,
}: {
  exchangeCode: string;
  onOpen: (opened: OpenedRegistration) => void;
  onEnd: (end: End) => void;
}) {
  const { t } = useGuest();
  const { run, busy, alert } = useAct(async () => {
    try {
      onOpen(await openRegistration(exchangeCode));
    } catch (error) {
      const end = endOf(error, 'spent');
      if (!end) throw error;
      onEnd(end);
    }
  });
  return (
    <GuestPage title={t('registration.selfRegisterTitle')} lead={t('registration.selfRegisterStart')}>
      <FormAlert alert={alert} />
      <Button busy={busy} onClick={() => run()}>
        {t('guest.continue')}
      </Button>
    </GuestPage>
  );
}

/** The page was reloaded: the link opened before in this tab goes on where it was. Without one there is nothing here. */
function Reopened(props: { isDone: boolean; onEnd: (end: End) => void }) {
  const [opened] = useState(() => openedLink('selfRegistration'));
  return opened ? <Proved opened={opened} {...props} /> : <Over full={false} />;
}

function Proved({ opened, isDone, onEnd }: { opened: OpenedRegistration; isDone: boolean; onEnd: (end: End) => void }) {
  const { t, language } = useGuest();
  return (
    <TenantLook tenantId={opened.tenantId}>
      {isDone ? (
        <GuestPage title={t('registration.registeredTitle')} lead={t('registration.registered')}>
          <ButtonLink look="primary" href={paths.login}>
            {t('guest.toSignIn')}
          </ButtonLink>
        </GuestPage>
      ) : (
        <PersonForm
          opened={opened}
          onSubmit={async (person) => {
            try {
              await register(opened.temporaryCode, person, language);
              rememberWay('loginMailAddress');
              forgetLink();
              onEnd('done');
            } catch (error) {
              const spent = hasErrorId(error, 'invalid_params') ? undefined : endOf(error, 'spent');
              if (!spent) throw error;
              // With no place left it may still be used: the administrator can make room.
              if (spent === 'spent') forgetLink();
              onEnd(spent);
            }
          }}
        />
      )}
    </TenantLook>
  );
}
