import { render, type RenderResult } from '@testing-library/react';
import type { ReactElement } from 'react';
import account from '#messages/en/account.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import errors from '#messages/en/errors.json' with { type: 'json' };
import portal from '#messages/en/portal.json' with { type: 'json' };
import ui from '#messages/en/ui.json' with { type: 'json' };
import { createTextStore } from '../src/i18n/texts.ts';
import { TextsProvider } from '../src/i18n/use-t.tsx';
import { ThemeProvider } from '../src/theme/ThemeProvider.tsx';
import './patience.ts';

const always = { account, common, errors, portal, ui };

/** Renders a widget as the portal does: in the theme, with the English texts and those of further areas. */
export function renderInPortal(element: ReactElement, more: Record<string, Record<string, string>> = {}): RenderResult {
  const texts = createTextStore('en', { ...always, ...more });
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <TextsProvider store={texts}>
      <ThemeProvider>{children}</ThemeProvider>
    </TextsProvider>
  );
  return render(element, { wrapper });
}
