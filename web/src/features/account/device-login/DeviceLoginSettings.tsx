import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../../base/Loaded.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { cardsQuery, userCodeQuery } from '../queries.ts';
import { CardsCard } from './CardsCard.tsx';
import { PinCard } from './PinCard.tsx';

/** Device login settings: PIN and cards (spec section 2, My Account Settings). */
export function DeviceLoginSettings() {
  const t = useT();
  const [alert, setAlert] = useState<AlertContent>();
  const pin = useQuery(userCodeQuery);
  const cards = useQuery(cardsQuery);
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Loaded query={pin} height={160} failedTitle={t('account.pin.failedTitle')}>
        {(data) => <PinCard pin={data} say={setAlert} />}
      </Loaded>
      <Loaded query={cards} height={200} failedTitle={t('account.cards.failedTitle')}>
        {(data) => <CardsCard cards={data} say={setAlert} />}
      </Loaded>
    </>
  );
}
