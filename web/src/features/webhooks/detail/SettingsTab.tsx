import { useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { EventChoice } from '../EventChoice.tsx';
import { addressMistake, nameMistake } from '../typed.ts';
import type { WebhookForm } from './use-webhook-form.ts';

/** All that can be changed of a webhook. */
export function SettingsTab({ form }: { form: WebhookForm }) {
  const t = useT();
  const { draft, change, addressError } = form;
  return (
    <>
      <SettingsCard title={t('webhooks.settingsTitle')} why={t('webhooks.settingsWhy')}>
        <TextBox
          label={t('common.name')}
          required
          value={draft.name}
          validate={(value) => nameMistake(t, value)}
          onChange={(name) => change({ name })}
        />
        <TextBox
          label={t('webhooks.address')}
          help={t('webhooks.addressHelp')}
          required
          value={draft.address}
          validate={(value) => addressMistake(t, value)}
          error={addressError}
          onChange={(address) => change({ address })}
        />
      </SettingsCard>
      <SettingsCard title={t('webhooks.events')} why={t('webhooks.eventsWhy')}>
        <EventChoice value={draft.events} onChange={(events) => change({ events })} />
      </SettingsCard>
    </>
  );
}
