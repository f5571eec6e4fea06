import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import { useState } from 'react';
import type { deleteCard, MyCard } from '#contract/credentials/me-cards.ts';
import { formatDate } from '#contract/display.ts';
import { call } from '../../../api/call.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import classes from '../account.module.css';
import parts from '../../../ui/form/parts.module.css';
import { cardsQuery } from '../queries.ts';
import { AddCardDialog } from './AddCardDialog.tsx';
import { type MyCards, typesWithRoom } from './card-room.ts';

type Props = { cards: MyCards; say: (alert: AlertContent | undefined) => void };

/** The cards one signs in with at devices. */
export function CardsCard({ cards, say }: Props) {
  const t = useT();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<MyCard>();
  const renew = () => queryClient.invalidateQueries({ queryKey: cardsQuery.queryKey });
  const remove = async (uuid: string) => {
    setRemoving(undefined);
    const done = await run(() =>
      call<typeof deleteCard>({ method: 'DELETE', path: '/api/auth/me/cards/{uuid}', params: { uuid } }),
    );
    if (!done) return;
    await renew();
    say({ kind: 'success', text: t('account.cards.removed') });
  };
  const mayAdd = cards.enabled && cards.allowCardEntry;
  const room = typesWithRoom(cards);
  return (
    <SettingsCard title={t('account.cards.title')} why={t('account.cards.why')}>
      {cards.enabled ? null : <p className={parts.note}>{t('account.cards.off')}</p>}
      {cards.enabled && !cards.allowCardEntry ? (
        <p className={parts.note}>{t('account.cards.byAdministrator')}</p>
      ) : null}
      {cards.enabled && cards.results.length === 0 ? <p className={parts.note}>{t('account.cards.none')}</p> : null}
      {cards.results.length > 0 ? (
        <ul className={parts.items}>
          {cards.results.map((card) => (
            <CardRow
              key={card.uuid}
              card={card}
              busy={busy}
              onRemove={cards.allowCardEntry ? () => setRemoving(card) : undefined}
            />
          ))}
        </ul>
      ) : null}
      {mayAdd ? (
        <div className={parts.foot}>
          <span className={parts.note}>{t('account.cards.limit', { most: cards.maxPerDeviceType })}</span>
          <Button variant="default" disabled={room.length === 0} onClick={() => setAdding(true)}>
            {t('account.cards.add')}
          </Button>
        </div>
      ) : null}
      {adding ? (
        <AddCardDialog
          deviceTypes={room}
          onCancel={() => setAdding(false)}
          onAdded={() => {
            setAdding(false);
            say({ kind: 'success', text: t('account.cards.added') });
            void renew();
          }}
        />
      ) : null}
      <ConfirmDialog
        opened={removing !== undefined}
        title={t('account.cards.removeTitle')}
        okLabel={t('common.remove')}
        danger
        onOk={() => removing && void remove(removing.uuid)}
        onCancel={() => setRemoving(undefined)}
      >
        {t('account.cards.removeEffect', { hint: removing?.hint ?? '', deviceType: removing?.deviceType ?? '' })}
      </ConfirmDialog>
    </SettingsCard>
  );
}

function CardRow({ card, busy, onRemove }: { card: MyCard; busy: boolean; onRemove: (() => void) | undefined }) {
  const t = useT();
  const me = useMe();
  const since = formatDate(new Date(card.createdAt), useLanguage(), timeZoneOf(me));
  return (
    <li>
      <div className={parts.item}>
        <IconCreditCard size={22} stroke={1.75} aria-hidden="true" />
        <div className={parts.itemWords}>
          <div className={parts.itemName}>{t('account.cards.endsWith', { hint: card.hint })}</div>
          <div className={classes.facts}>
            <span>{t('account.cards.place', { deviceType: card.deviceType, number: card.index })}</span>
            <span>{t('account.cards.since', { date: since })}</span>
          </div>
        </div>
        {onRemove ? (
          <Button
            variant="default"
            disabled={busy}
            aria-label={t('account.cards.removeOne', { hint: card.hint })}
            onClick={onRemove}
          >
            {t('common.remove')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
