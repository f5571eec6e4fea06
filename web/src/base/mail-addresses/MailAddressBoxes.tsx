import { ActionIcon, Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { ReactNode } from 'react';
import { MAX_MAIL_ADDRESS_LENGTH, MAX_MAIL_ADDRESSES } from '#contract/limits.ts';
import { useT } from '../../i18n/use-t.tsx';
import parts from '../../ui/form/parts.module.css';
import { TextBox, type TextBoxProps } from '../../ui/form/TextBox.tsx';
import { useFocusAdded } from '../../ui/page/use-focus-added.ts';
import { type AddressBoxes, type AddressMistake, addressMistake, withAddress } from './addresses.ts';

export type MailAddressBoxesProps = {
  boxes: AddressBoxes;
  onChange: (boxes: AddressBoxes) => void;
  disabled: boolean;
  autoComplete: 'email' | 'off';
  /** What the server refused of them. */
  error: string | undefined;
  words: {
    label: (number: number) => string;
    remove: (address: string) => string;
    mistake: (mistake: AddressMistake) => string;
    limit: string;
    add: string;
  };
  /** In place of the plain box: one that looks more closely at what is typed. */
  drawBox?: (box: TextBoxProps) => ReactNode;
};

/** A person's further mail addresses: a box each, up to ten. */
export function MailAddressBoxes(props: MailAddressBoxesProps) {
  const { boxes, onChange, disabled, error, words, drawBox = (box) => <TextBox {...box} /> } = props;
  const t = useT();
  const added = useFocusAdded();
  return (
    <>
      {boxes.map(({ key, value }, index) => (
        <div key={key} className={parts.row}>
          {drawBox({
            ref: added.ref,
            label: words.label(index + 1),
            type: 'email',
            autoComplete: props.autoComplete,
            maxLength: MAX_MAIL_ADDRESS_LENGTH,
            value,
            onChange: (text) => onChange(boxes.map((one) => (one.key === key ? { key, value: text } : one))),
            validate: (text) => {
              const found = addressMistake(boxes, key, text);
              return found && words.mistake(found);
            },
            error: index === boxes.length - 1 ? error : undefined,
            disabled,
          })}
          {disabled ? null : (
            <ActionIcon
              className={parts.beside}
              variant="subtle"
              color="gray"
              size={36}
              aria-label={words.remove(value || String(index + 1))}
              title={t('common.remove')}
              onClick={() => onChange(boxes.filter((one) => one.key !== key))}
            >
              <IconTrash size={18} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
      ))}
      {disabled ? null : (
        <div className={parts.foot}>
          <span className={parts.note}>{words.limit}</span>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            disabled={boxes.length >= MAX_MAIL_ADDRESSES}
            onClick={() => {
              added.willAdd();
              onChange(withAddress(boxes));
            }}
          >
            {words.add}
          </Button>
        </div>
      )}
    </>
  );
}
