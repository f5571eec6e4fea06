import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { LeaveGuard } from '../../../app/LeaveGuard.tsx';
import { Loaded } from '../../../app/Loaded.tsx';
import { useMe } from '../../../app/session-queries.ts';
import { type TenantSettings, tenantSettingsQuery } from '../../../app/tenant-settings.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/AlertArea.tsx';
import { FormScope } from '../../../ui/form-scope.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import { type PolicyForm, usePolicyForm } from './use-policy-form.ts';

type Props = {
  /** About how high the cards are. */
  height: number;
  /** The cards of the section. */
  children: (form: PolicyForm) => ReactNode;
};

/** A page of the security policy: its cards, and the saving that all of them share. */
export function PolicyPage({ height, children }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const query = useQuery(tenantSettingsQuery(tenantId));
  return (
    <Loaded query={query} height={height} failedTitle={t('policy.failedTitle')}>
      {(tenant) => <Form begun={tenant}>{children}</Form>}
    </Loaded>
  );
}

function Form({ begun, children }: { begun: TenantSettings; children: Props['children'] }) {
  const [alert, setAlert] = useState<AlertContent>();
  const [valid, setValid] = useState(true);
  const { form, base, edits, newer, round, busy, changed, contradicts, save, discard, takeOver } = usePolicyForm(
    begun,
    setAlert,
  );
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {newer ? <ConflictPanel base={base} newer={newer} edits={edits} onTakeOver={takeOver} /> : null}
      <FormScope onValidity={setValid}>
        <Fragment key={round}>{children(form)}</Fragment>
      </FormScope>
      <SaveBar
        changed={changed && !newer}
        invalid={!valid || contradicts}
        busy={busy}
        onSave={save}
        onDiscard={discard}
      />
      <LeaveGuard changed={changed} />
    </>
  );
}
