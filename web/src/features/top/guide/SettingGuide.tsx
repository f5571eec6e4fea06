import { ActionIcon, Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useId, useState } from 'react';
import type { AppIcon } from '#contract/licences/available-services.ts';
import { logOperation } from '../../../api/log-operation.ts';
import { failureAlert } from '../../../base/failure.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { DialogBox } from '../../../ui/dialog/DialogBox.tsx';
import { focusPage, whenFocusIsLost } from '../../../ui/page/lost-focus.ts';
import { GuidePage } from './GuidePage.tsx';
import { hasDots, isSameHidden, pageBeside, withHidden } from './guide-rules.ts';
import classes from './guide.module.css';

export type SettingGuideProps = {
  /** At least one. */
  apps: readonly AppIcon[];
  /** The application whose page opens first. */
  first?: string | undefined;
  /** Whose guidance: that of administrators, or of everybody else. */
  isPowerUser: boolean;
  /** The applications whose guide is hidden now. */
  hidden: readonly string[];
  /** Keeps what is to be hidden from now on. */
  onSave: (hidden: string[]) => Promise<void>;
  onClosed: () => void;
};

const SCREEN = 'settingGuide';

const logOf = (app: AppIcon | undefined) => ({
  screenName: SCREEN,
  appIconName: app?.appName.slice(0, 128),
  appIconId: app?.iconId,
  serviceClass: app?.appClass,
  appUrl: app?.linkURL,
});

/** The setting-guide dialog (spec sections 2 and 4). It is open for as long as it is drawn. */
export function SettingGuide({ apps, first, isPowerUser, hidden, onSave, onClosed }: SettingGuideProps) {
  const t = useT();
  const title = useId();
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      apps.findIndex(({ iconId }) => iconId === first),
    ),
  );
  const [wanted, setWanted] = useState<readonly string[]>(hidden);
  const [busy, setBusy] = useState(false);
  const [alert, setAlert] = useState<AlertContent>();
  const app = apps[at];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the opening
  useEffect(() => {
    logOperation({ ...logOf(app), userAction: 'open', operationResult: 'success' });
  }, []);
  // Where it opened by itself, nothing had the focus before.
  useEffect(() => () => void whenFocusIsLost(focusPage), []);
  /** Whether it closed. */
  const close = async (save = true): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    const changed = save && !isSameHidden(hidden, wanted);
    try {
      if (changed) await onSave([...wanted]);
    } catch (error) {
      const action = { label: t('top.guide.closeUnsaved'), onClick: () => void close(false) };
      setAlert({ ...failureAlert(t, error), title: t('top.guide.notSaved'), action });
      setBusy(false);
      return false;
    }
    const flags = { hiddenChanged: changed };
    logOperation({ ...logOf(app), userAction: 'close', clickElem: 'close', operationResult: 'success', flags });
    onClosed();
    return true;
  };
  if (!app) return null;
  const go = (step: 1 | -1) => setAt(pageBeside(at, step, apps.length));
  return (
    <DialogBox opened onClose={() => void close()} labelledBy={title} className={classes.dialog} width={560}>
      <div className={classes.header}>
        <h2 id={title}>{t('top.guide.title')}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('common.close')}
          title={t('common.close')}
          onClick={() => void close()}
        >
          <IconX size={20} />
        </ActionIcon>
      </div>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <p className={classes.lead}>{t(isPowerUser ? 'top.guide.leadPowerUser' : 'top.guide.leadUser')}</p>
      <GuidePage app={app} place={at + 1} count={apps.length} onFollow={close} />
      {apps.length > 1 ? <Paging apps={apps} at={at} onStep={go} onPage={setAt} /> : null}
      <div className={classes.footer}>
        <Checkbox
          label={t('top.guide.doNotDisplay')}
          aria-describedby={`${title}-app`}
          checked={wanted.includes(app.iconId)}
          onChange={(event) => setWanted(withHidden(wanted, app.iconId, event.currentTarget.checked))}
        />
        <span id={`${title}-app`} className="visually-hidden">
          {app.appName}
        </span>
        <Button variant="default" loading={busy} onClick={() => void close()}>
          {t('common.close')}
        </Button>
      </div>
    </DialogBox>
  );
}

type PagingProps = {
  apps: readonly AppIcon[];
  at: number;
  onStep: (step: 1 | -1) => void;
  onPage: (at: number) => void;
};

/** Previous, where one is, next. */
function Paging({ apps, at, onStep, onPage }: PagingProps) {
  const t = useT();
  return (
    <nav className={classes.paging} aria-label={t('top.guide.pages')}>
      <Button
        variant="subtle"
        size="compact-md"
        leftSection={<IconChevronLeft size={16} aria-hidden="true" />}
        onClick={() => onStep(-1)}
      >
        {t('common.previous')}
      </Button>
      {hasDots(apps.length) ? (
        <ul className={classes.dots}>
          {apps.map(({ iconId, appName }, place) => (
            <li key={iconId}>
              <button
                type="button"
                aria-label={appName}
                aria-current={place === at ? 'page' : undefined}
                title={appName}
                onClick={() => onPage(place)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <span aria-hidden="true">{t('top.guide.place', { place: at + 1, count: apps.length })}</span>
      )}
      <Button
        variant="subtle"
        size="compact-md"
        rightSection={<IconChevronRight size={16} aria-hidden="true" />}
        onClick={() => onStep(1)}
      >
        {t('common.next')}
      </Button>
    </nav>
  );
}
