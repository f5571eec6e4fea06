import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { type TenantSettings, tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { FormScope } from '../../../ui/form/form-scope.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { EnterSaves } from '../../../ui/form/EnterSaves.tsx';
import { SaveBar } from '../../../ui/form/SaveBar.tsx';
import { ConflictPanel } from './ConflictPanel.tsx';
import { Counts, ImpactPanel } from './ImpactPanel.tsx';
import { forcedUsers, type Impact } from './use-impact.ts';
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
  const t = useT();
  const [alert, setAlert] = useState<AlertContent>();
  const [valid, setValid] = useState(true);
  /** The edits that are to be saved once it is counted whom they touch. */
  const [askedFor, setAskedFor] = useState<string>();
  const editing = usePolicyForm(begun, setAlert);
  const { form, base, edits, newer, impact, changed, save } = editing;
  const saves = changed && !newer;
  const invalid = !valid || editing.refused;
  const draft = JSON.stringify(edits);
  const asking = askedFor === draft && saves && !invalid;
  const ask = () => setAskedFor(draft);
  const forced = forcedUsers(impact);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is counted
  useEffect(() => {
    if (!asking || !impact.done || forced > 0) return;
    setAskedFor(undefined);
    save();
  }, [asking, impact.done]);
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {newer ? <ConflictPanel base={base} newer={newer} edits={edits} onTakeOver={editing.takeOver} /> : null}
      <FormScope onValidity={setValid}>
        <EnterSaves key={editing.round}>{children(form)}</EnterSaves>
      </FormScope>
      {saves && !editing.contradicts ? <ImpactPanel impact={impact} /> : null}
      <SaveBar
        changed={saves}
        invalid={invalid}
        busy={editing.busy || (asking && !impact.done)}
        {...(impact.done ? { note: t('policy.touched', { count: impact.users }) } : {})}
        onSave={ask}
        onDiscard={editing.discard}
      />
      <SaveDialog
        // People kept from something, and a count that takes its time, are shown before it happens.
        opened={asking && (impact.done ? forced > 0 : impact.usersTotal !== undefined)}
        impact={impact}
        onCancel={() => setAskedFor(undefined)}
        onOk={() => {
          setAskedFor(undefined);
          save();
        }}
      />
      <LeaveGuard changed={changed} />
    </>
  );
}

function SaveDialog({
  opened,
  impact,
  onOk,
  onCancel,
}: {
  opened: boolean;
  impact: Impact;
  onOk: () => void;
  onCancel: () => void;
}) {
  const t = useT();
  return (
    <ConfirmDialog
      opened={opened}
      title={t('policy.saveTitle')}
      okLabel={t('common.save')}
      busy={!impact.done}
      danger={forcedUsers(impact) > 0}
      affected={impact.done ? forcedUsers(impact) : 0}
      onOk={onOk}
      onCancel={onCancel}
    >
      <Counts impact={impact} />
    </ConfirmDialog>
  );
}
