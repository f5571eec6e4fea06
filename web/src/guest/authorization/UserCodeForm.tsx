import { useEffect } from 'react';
import { Button } from '../../guest-kit/Button.tsx';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import { Field } from '../../guest-kit/Field.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { useForm } from '../../guest-kit/use-form.ts';
import { type DeviceRequest, findDevice } from './device-calls.ts';
import { isUserCode, tidyUserCode } from './user-code.ts';

export type UserCodeFormProps = {
  /** Whose device it will be. */
  account: string | undefined;
  guarded: (work: Promise<void>) => Promise<void>;
  onFound: (userCode: string, device: DeviceRequest) => void;
};

/** The code a device shows. One in the address (`user_code`, RFC 8628 section 3.3.1) is filled in, not sent. */
export function UserCodeForm({ account, guarded, onFound }: UserCodeFormProps) {
  const { t } = useGuest();
  const given = tidyUserCode(useQuery()?.get('user_code') ?? '');
  const form = useForm({
    initial: { userCode: '' },
    check: { userCode: (value) => (isUserCode(value) ? undefined : t('device.incompleteUserCode')) },
    submit: ({ userCode }) => guarded(findDevice(userCode).then((device) => onFound(userCode, device))),
    fieldOf: ({ field }) => (field === 'userCode' ? 'userCode' : undefined),
  });
  const { set, box } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the address is known
  useEffect(() => {
    if (given) set('userCode', given);
  }, [given]);
  const { onChange, ...rest } = box('userCode');
  return (
    <form className="g-form" method="post" noValidate onSubmit={form.onSubmit}>
      <FormAlert alert={form.alert} />
      <Field
        {...rest}
        className="g-code-field"
        label={t('device.userCode')}
        help={t('device.userCodeHelp')}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        onChange={(event) => onChange(tidyUserCode(event.currentTarget.value))}
      />
      <Button type="submit" busy={form.busy}>
        {t('guest.continue')}
      </Button>
      {account ? <p className="g-small g-line">{t('device.signedInAs', { account })}</p> : null}
    </form>
  );
}
