import { Button } from '@mantine/core';
import { useState } from 'react';
import { DEFAULT_THEME_COLOR } from '#contract/theme/accent.ts';
import { TEXT_CONTRAST } from '#contract/theme/contrast.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import classes from './branding.module.css';
import { type Reading, readingOf, schemes } from './colour.ts';
import type { Look } from './look.ts';

export type CardProps = { draft: Look; change: (some: Partial<Look>) => void; disabled: boolean };

const HEX = /^#[0-9a-f]{6}$/i;

/** The colour, chosen or typed, and what becomes of it where it could not be read. */
export function ColourCard({ draft, change, disabled }: CardProps) {
  const t = useT();
  const [typed, setTyped] = useState<string>();
  const color = draft.themeColor ?? DEFAULT_THEME_COLOR;
  const choose = (themeColor: string | null) => {
    setTyped(undefined);
    change({ themeColor });
  };
  return (
    <SettingsCard
      title={t('tenant.colour')}
      why={
        <>
          {t('tenant.colourWhy')} <LearnMore guide="look" about={t('tenant.colour')} />
        </>
      }
    >
      <div className={classes.colour}>
        <input
          type="color"
          className={classes.swatch}
          aria-label={t('tenant.colourPick')}
          value={color.toLowerCase()}
          disabled={disabled}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        <TextBox
          label={t('tenant.colourCode')}
          value={typed ?? color}
          onChange={(text) => {
            setTyped(text);
            if (HEX.test(text.trim())) change({ themeColor: text.trim().toLowerCase() });
          }}
          validate={(text) => (HEX.test(text.trim()) ? undefined : t('tenant.colourCodeRule'))}
          help={t('tenant.colourCodeRule')}
          maxLength={16}
          autoComplete="off"
          required
          disabled={disabled}
        />
        {draft.themeColor ? (
          <Button variant="default" disabled={disabled} onClick={() => choose(null)}>
            {t('tenant.colourOwn')}
          </Button>
        ) : null}
      </div>
      <div role="status" className={classes.readings}>
        {schemes.map((scheme) => (
          <ReadingRow key={scheme} reading={readingOf(draft.themeColor, scheme)} />
        ))}
      </div>
    </SettingsCard>
  );
}

function ReadingRow({ reading: { scheme, ratio, shown, shownRatio, corrected } }: { reading: Reading }) {
  const t = useT();
  const language = useLanguage();
  const number = (value: number) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1, roundingMode: 'floor' }).format(value);
  const figures = { ratio: number(ratio), least: number(TEXT_CONTRAST), shown, shownRatio: number(shownRatio) };
  return (
    <div className={classes.reading}>
      <span className={classes.sample} data-scheme={scheme} style={{ color: shown }} aria-hidden="true">
        {t('tenant.sample')}
      </span>
      <span>
        <strong>{t(`tenant.scheme_${scheme}`)}</strong>
        <br />
        {t(corrected ? 'tenant.colourCorrected' : 'tenant.colourFine', figures)}
      </span>
    </div>
  );
}
