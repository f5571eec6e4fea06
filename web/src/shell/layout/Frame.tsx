import { useEffect, useState } from 'react';
import { useT } from '../../i18n/use-t.tsx';
import { DialogBox } from '../../ui/dialog/DialogBox.tsx';
import { CommandPaletteDoor } from '../palette/CommandPaletteDoor.tsx';
import { Footer } from './Footer.tsx';
import type { FrameProps } from './frame-types.ts';
import classes from './Frame.module.css';
import { Header } from './Header.tsx';
import { HeaderTools } from './HeaderTools.tsx';
import { SideNavigation } from './SideNavigation.tsx';

/**
 * The frame of every portal page (spec section 2, "Shared page layout"). It knows nothing of sessions or calls: who is
 * signed in, where, and what the menus do are given to it. From 960 px the navigation stands beside the page.
 */
export function Frame(props: FrameProps) {
  const { product, title, flags = {}, navigation = [], at, me, caller, onNavigate, children } = props;
  const t = useT();
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
  const navigable = !flags.guest && !flags.limitedLogin && navigation.length > 0;
  const go = (path: string) => {
    setOpened(false);
    onNavigate(path);
  };
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {t('ui.skip')}
      </a>
      {props.environment ? (
        <p className={classes.notice}>{t('ui.testEnvironment', { environment: props.environment })}</p>
      ) : null}
      {flags.preview ? <p className={classes.notice}>{t('ui.preview')}</p> : null}
      <Header {...props} onMenu={navigable ? () => setOpened(true) : undefined} menuOpened={opened} />
      <div className={classes.body}>
        {navigable ? (
          <div className={classes.side}>
            <SideNavigation areas={navigation} at={at} onNavigate={go} />
          </div>
        ) : null}
        <main id="content" className={classes.content} tabIndex={-1}>
          {children}
        </main>
      </div>
      <Footer {...props} />
      <DialogBox
        opened={opened}
        onClose={() => setOpened(false)}
        dismissable
        label={t('common.menu')}
        className={classes.drawer}
      >
        <SideNavigation key={at} areas={navigation} at={at} onNavigate={go} folding />
        <div className={classes.drawerTools}>
          <HeaderTools {...props} />
        </div>
      </DialogBox>
      {navigable && caller && me && !flags.preview ? (
        <CommandPaletteDoor
          caller={caller}
          account={me.uuid ?? me.userId}
          onNavigate={go}
          search={props.search}
          guides={props.guides}
        />
      ) : null}
    </div>
  );
}
