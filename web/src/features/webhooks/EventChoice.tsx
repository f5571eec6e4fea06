import { Button, Checkbox, Radio } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { useState } from 'react';
import { webhookEvents, webhookKinds } from '#contract/logs/webhook-values.ts';
import { targetName } from '../../base/history/target-name.ts';
import type { Translate } from '../../i18n/keys.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { CheckboxSet } from '../../ui/form/CheckboxSet.tsx';
import classes from './webhooks.module.css';

type Props = { value: readonly string[]; onChange: (events: string[]) => void };

const eventsOf = (kind: string) => webhookEvents.filter((type) => type.startsWith(`${kind}.`));

/** The name of a kind of events. */
const kindName = (t: Translate, kind: string) => (kind === 'signIn' ? t('webhooks.kind_signIn') : targetName(t, kind));

/** As at the start of a line. */
const atStart = (name: string, language: string) => name.slice(0, 1).toLocaleUpperCase(language) + name.slice(1);

/** All events, or whole kinds and single events. */
export function EventChoice({ value, onChange }: Props) {
  const t = useT();
  const language = useLanguage();
  const [open, setOpen] = useState<string>();
  const isAll = value.includes('*');
  /** What was selected before all were. */
  const [selected, setSelected] = useState<readonly string[]>(isAll ? ['user.*', 'group.*'] : value);
  const change = (events: readonly string[]) => {
    setSelected(events);
    onChange([...events]);
  };
  const toggle = (kind: string, on: boolean) => {
    const others = value.filter((one) => !one.startsWith(`${kind}.`));
    change(on ? [...others, `${kind}.*`] : others);
  };
  return (
    <div className={classes.choice}>
      <Radio.Group
        label={t('webhooks.events')}
        value={isAll ? 'all' : 'selected'}
        onChange={(next) => onChange(next === 'all' ? ['*'] : [...selected])}
      >
        <div className={classes.ways}>
          <Radio value="all" label={t('webhooks.eventsAll')} description={t('webhooks.eventsAllHelp')} />
          <Radio value="selected" label={t('webhooks.eventsSelected')} description={t('webhooks.eventsSelectedHelp')} />
        </div>
      </Radio.Group>
      {isAll ? null : (
        <div className={classes.kinds}>
          {webhookKinds.map((kind) => {
            const singles = eventsOf(kind).filter((type) => value.includes(type));
            const isWhole = value.includes(`${kind}.*`);
            return (
              <div key={kind} className={classes.kind}>
                <Checkbox
                  label={atStart(kindName(t, kind), language)}
                  checked={isWhole}
                  indeterminate={!isWhole && singles.length > 0}
                  onChange={(event) => toggle(kind, event.currentTarget.checked)}
                />
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-expanded={open === kind}
                  aria-label={t('webhooks.showEvents', { kind: kindName(t, kind) })}
                  onClick={() => setOpen(open === kind ? undefined : kind)}
                >
                  {t('webhooks.singleEvents')}
                </Button>
                {open === kind ? (
                  <div className={classes.singles}>
                    <CheckboxSet
                      label={t('webhooks.eventsOf', { kind: kindName(t, kind) })}
                      choices={eventsOf(kind).map((type) => ({ value: type, label: t(`events.${type}`), note: type }))}
                      value={isWhole ? eventsOf(kind) : singles}
                      onChange={(types) =>
                        change([
                          ...value.filter((one) => !one.startsWith(`${kind}.`)),
                          ...(types.length === eventsOf(kind).length ? [`${kind}.*`] : types),
                        ])
                      }
                    />
                  </div>
                ) : null}
              </div>
            );
          })}
        </div>
      )}
      <div role="status">{value.length === 0 ? <p className={classes.none}>{t('webhooks.eventsNone')}</p> : null}</div>
    </div>
  );
}
