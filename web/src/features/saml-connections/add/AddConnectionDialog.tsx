import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useEffect, useRef, useState } from 'react';
import type { ErrorId } from '#contract/errors.ts';
import { PENDING_SSO_URL, pendingEntityId } from '#contract/federation/setup-link-values.ts';
import type { createSamlConnection } from '#contract/federation/saml-connections.ts';
import { MAX_SAML_CONNECTIONS } from '#contract/federation/saml-values.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { idOf, nameMistake } from '../../../base/federation/typed-name.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { Steps } from '../../../ui/job/Steps.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { entityIdMistake, idMistake, ssoUrlMistake } from '../mistakes.ts';
import { OurValues } from '../OurValues.tsx';
import { connectionsKey, connectionsPath } from '../queries.ts';
import { setupSteps } from '../setup-steps.ts';
import { type Given, MetadataStep } from './MetadataStep.tsx';
import { useProviderMetadata } from './use-metadata.ts';

const fields = ['displayName', 'samlId', 'entityId', 'ssoUrl', 'certification'] as const;
type Field = (typeof fields)[number];

type Props = {
  /** IDs of the connections that are there. */
  taken: readonly string[];
  onClose: () => void;
};

/**
 * Adds a connection in three steps: its name, what the provider needs of us, what we need of the provider. It is off until
 * it was tested, on its page.
 */
export function AddConnectionDialog({ taken, onClose }: Props) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const [step, setStep] = useState(0);
  const [displayName, setName] = useState('');
  const [ownId, setOwnId] = useState<string>();
  const [given, setGiven] = useState<Given>({ entityId: '', ssoUrl: '', certification: '' });
  const [refused, setRefused] = useState<Partial<Record<Field, ErrorId>>>({});
  const change = (part: Partial<Given>) => {
    setGiven((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const head = useRef<HTMLDivElement>(null);
  // The button that was pressed may be off in the next step: the keyboard goes on from its top.
  useEffect(() => {
    if (step > 0) head.current?.focus();
  }, [step]);
  const metadata = useProviderMetadata(run, ({ entityId, ssoUrl }) => change({ entityId, ssoUrl }));
  const samlId = ownId ?? idOf(displayName);
  const certifications = metadata.read?.certifications.map(({ certification }) => certification) ?? [
    given.certification,
  ];
  const isSound = [
    displayName.trim() !== '' && !nameMistake(t, displayName) && !idMistake(t, samlId, taken),
    true,
    !entityIdMistake(t, given.entityId) &&
      !ssoUrlMistake(t, given.ssoUrl) &&
      certifications.every((one) => one.trim() !== ''),
  ][step];
  /** @param later others enter the provider's values, with a link that its page makes */
  const send = async (later = false) => {
    const body = {
      ...{ samlId, displayName: displayName.trim(), certifications: later ? [] : certifications },
      ...(later
        ? { entityId: pendingEntityId(samlId), ssoUrl: PENDING_SSO_URL }
        : { entityId: given.entityId.trim(), ssoUrl: given.ssoUrl.trim() }),
      ...(!later && metadata.read && { sloUrl: metadata.read.sloUrl, signRequests: metadata.read.signRequests }),
      ...(!later && metadata.readFrom !== null && { metadataUrl: metadata.readFrom }),
    };
    const params = { tenantId };
    const done = await run(
      () =>
        call<typeof createSamlConnection>({
          method: 'POST',
          path: connectionsPath,
          params,
          body,
          pattern: 'powerUser',
        }),
      (error) => {
        if (hasErrorId(error, 'conflict')) {
          setAlert({ kind: 'failure', text: t('samlConnections.tooMany', { most: MAX_SAML_CONNECTIONS }) });
          return true;
        }
        const found = fieldMistakes(error, {}, fields);
        if (!found) return false;
        setRefused(found);
        // Taken by another administrator meanwhile.
        if (found.samlId ?? found.displayName) setStep(0);
        return true;
      },
    );
    if (!done) return;
    void queryClient.invalidateQueries({ queryKey: connectionsKey });
    onClose();
    void navigate({ to: '/portal/tenant/saml-settings/$samlId', params: { samlId } });
  };
  const isLast = step === 2;
  const error = (field: Field) => {
    const id = refused[field];
    if (id === 'invalid_params' && field === 'certification') return t('samlConnections.certificateWrong');
    return id ? t(`errors.${id}`) : undefined;
  };
  return (
    <ModalDialog
      opened
      title={t('samlConnections.add')}
      okLabel={t(isLast ? 'samlConnections.add' : 'samlConnections.next')}
      okDisabled={!isSound}
      busy={busy}
      width={640}
      onOk={() => (isLast ? void send() : setStep(step + 1))}
      onCancel={onClose}
    >
      <div ref={head} tabIndex={-1}>
        <Steps
          label={t('samlConnections.steps')}
          steps={setupSteps.map((one) => t(`samlConnections.step_${one}`))}
          at={step}
        />
      </div>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      {step === 0 ? (
        <>
          <TextBox
            label={t('common.name')}
            help={t('openid.nameHelp')}
            required
            value={displayName}
            validate={(value) => nameMistake(t, value)}
            error={error('displayName')}
            onChange={(next) => {
              setName(next);
              setRefused({});
            }}
            data-autofocus
          />
          <TextBox
            label={t('saml.samlId')}
            help={t('openid.idHelp')}
            required
            value={samlId}
            validate={(value) => idMistake(t, value, taken)}
            error={error('samlId')}
            onChange={(next) => {
              setOwnId(next);
              setRefused({});
            }}
          />
        </>
      ) : (
        <div>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconArrowLeft size={16} aria-hidden="true" />}
            onClick={() => setStep(step - 1)}
          >
            {t('samlConnections.back')}
          </Button>
        </div>
      )}
      {step === 1 ? (
        <>
          <p>{t('samlConnections.registerWhy')}</p>
          <OurValues samlId={samlId} />
        </>
      ) : null}
      {isLast ? (
        <>
          <div>
            <p>{t('samlConnections.laterWhy')}</p>
            <Button variant="default" size="sm" loading={busy} onClick={() => void send(true)}>
              {t('samlConnections.later')}
            </Button>
          </div>
          <MetadataStep metadata={metadata} given={given} error={error} onChange={change} />
        </>
      ) : null}
    </ModalDialog>
  );
}
