import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import type { Icon } from '@tabler/icons-react';
import { changeLanguage } from '../../i18n/language.ts';
import { languageChoices } from '../../i18n/languages.ts';
import type { TextKey } from '../../i18n/keys.ts';
import { usePageLanguage, useT } from '../../i18n/use-t.tsx';
import { PopoverButton, PopoverItem } from '../../ui/dialog/PopoverButton.tsx';
import classes from './Frame.module.css';

const schemes: { value: MantineColorScheme; label: TextKey; icon: Icon }[] = [
  { value: 'light', label: 'common.theme.light', icon: IconSun },
  { value: 'dark', label: 'common.theme.dark', icon: IconMoon },
  { value: 'auto', label: 'common.theme.system', icon: IconDeviceDesktop },
];

/** Help, notifications, language and colour scheme: in the header, or in the drawer where the header is narrow. */
export function HeaderTools({
  helpUrl,
  notificationUrl,
}: {
  helpUrl?: string | undefined;
  notificationUrl?: string | undefined;
}) {
  const t = useT();
  return (
    <>
      {helpUrl ? <ToolLink href={helpUrl} icon={IconHelpCircle} name={t('common.help')} /> : null}
      {notificationUrl ? <ToolLink href={notificationUrl} icon={IconBell} name={t('common.notifications')} /> : null}
      <LanguageMenu />
      <ColorSchemeMenu />
    </>
  );
}

function ToolLink({ href, icon: ToolIcon, name }: { href: string; icon: Icon; name: string }) {
  return (
    <a className={classes.tool} href={href} target="_blank" rel="noreferrer" title={name}>
      <ToolIcon size={20} stroke={1.75} aria-hidden="true" />
      <span>{name}</span>
    </a>
  );
}

function LanguageMenu() {
  const t = useT();
  const language = usePageLanguage();
  return (
    <PopoverButton
      label={t('common.language')}
      target={(properties) => (
        <button {...properties} type="button" className={classes.tool} title={t('common.language')}>
          <IconLanguage size={20} stroke={1.75} aria-hidden="true" />
          <span>{t('common.language')}</span>
        </button>
      )}
    >
      {languageChoices().map(({ value, label }) => (
        <PopoverItem
          key={value}
          lang={value}
          current={value === language}
          end={value === language ? <IconCheck size={16} /> : null}
          onClick={() => changeLanguage(value)}
        >
          {label}
        </PopoverItem>
      ))}
    </PopoverButton>
  );
}

function ColorSchemeMenu() {
  const t = useT();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = schemes.find(({ value }) => value === colorScheme)?.icon ?? IconDeviceDesktop;
  return (
    <PopoverButton
      label={t('ui.colorScheme')}
      target={(properties) => (
        <button {...properties} type="button" className={classes.tool} title={t('ui.colorScheme')}>
          <Current size={20} stroke={1.75} aria-hidden="true" />
          <span>{t('ui.colorScheme')}</span>
        </button>
      )}
    >
      {schemes.map(({ value, label, icon: SchemeIcon }) => (
        <PopoverItem
          key={value}
          icon={<SchemeIcon size={16} />}
          current={value === colorScheme}
          end={value === colorScheme ? <IconCheck size={16} /> : null}
          onClick={() => setColorScheme(value)}
        >
          {t(label)}
        </PopoverItem>
      ))}
    </PopoverButton>
  );
}
