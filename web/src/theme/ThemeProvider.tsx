import { MantineProvider } from '@mantine/core';
import { useInsertionEffect, useMemo, type ReactNode } from 'react';
import { applyThemeColor } from './apply-theme-color.ts';
import { createColorSchemeManager } from './color-scheme.ts';
import './mantine-styles.ts';
import './portal.css';
import { createTheme, cssVariablesResolver } from './theme.ts';

const colorSchemeManager = createColorSchemeManager();
const styleNonce = () => document.documentElement.dataset.nonce ?? '';

/** Mantine and the tokens in a tenant's colour, `#rrggbb`; anything else is the product's own. */
export function ThemeProvider({
  themeColor,
  children,
}: {
  themeColor?: string | null | undefined;
  children: ReactNode;
}) {
  const theme = useMemo(() => createTheme(themeColor), [themeColor]);
  useInsertionEffect(() => applyThemeColor(themeColor), [themeColor]);
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      cssVariablesResolver={cssVariablesResolver}
      deduplicateCssVariables={false}
      getStyleNonce={styleNonce}
    >
      {children}
    </MantineProvider>
  );
}
