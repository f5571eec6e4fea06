import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Loaded } from '../../../base/Loaded.tsx';
import { useMe, useRenewMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import type { AppIcon } from '#contract/licences/available-services.ts';
import { saveHidden, servicesQuery } from './queries.ts';
import { hiddenServices, withService } from './service-rules.ts';
import { ServiceList } from './ServiceList.tsx';
import classes from '../top.module.css';

/** The services one may use, as tiles. */
export function Services() {
  const t = useT();
  const id = useId();
  const me = useMe();
  const renewMe = useRenewMe();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const query = useQuery(servicesQuery);
  const hidden = hiddenServices(me.appExtension);
  const hide = async (app: AppIcon, on: boolean) => {
    const saved = await run(() => saveHidden(me, { hiddenServices: withService(hidden, app.iconId, on) }));
    if (!saved) return;
    await renewMe(saved.answer);
    setAlert({
      kind: 'success',
      text: t(on ? 'top.services.nowHidden' : 'top.services.nowShown', { name: app.appName }),
    });
  };
  return (
    <section aria-labelledby={id} className={classes.people}>
      <h2 id={id} className={classes.tilesTitle}>
        {t('top.services.title')}
      </h2>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Loaded query={query} height={180} failedTitle={t('top.services.failedTitle')}>
        {(services) => <ServiceList services={services} hidden={hidden} busy={busy} onHide={hide} />}
      </Loaded>
    </section>
  );
}
