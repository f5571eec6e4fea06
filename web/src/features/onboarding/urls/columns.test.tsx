import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import common from '#messages/en/common.json' with { type: 'json' };
import onboarding from '#messages/en/onboarding.json' with { type: 'json' };
import type { RegisterUrl } from '#contract/joining/register-urls.ts';
import { renderInPortal } from '../../../../test/render.tsx';
import { columnKit } from '../../../base/list/columns.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { urlColumns } from './columns.tsx';

const url: RegisterUrl = {
  ...{ uuid: 'u', url: null, role: 'User', tenantId: 'demo', expiresAt: '2026-05-01T00:00:00Z', usersLimit: 5 },
  ...{ usersCount: 1, enabledDomains: [], licenseIds: [], state: 'open', createdBy: 'anna', createdAt: '' },
};

function Cells({ of }: { of: RegisterUrl }) {
  const columns = urlColumns(columnKit(useT(), 'en', 'UTC'), String, vi.fn());
  return columns.filter(({ id }) => id === 'state' || id === 'acts').map(({ id, cell }) => <p key={id}>{cell(of)}</p>);
}

afterEach(cleanup);

test.each([
  ['open', [common.edit, onboarding['urls.end']]],
  ['full', [common.edit, onboarding['urls.end']]],
  // It would work again with its maker's rights.
  ['withoutMaker', [onboarding['urls.end']]],
  ['ended', []],
  ['expired', []],
] as const)('%s: said in words, with what can be done', (state, buttons) => {
  renderInPortal(<Cells of={{ ...url, state }} />, { onboarding });
  expect(screen.getByText(onboarding[`urls.state_${state}`])).toBeTruthy();
  expect(screen.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
});

test('it shows when a link was created, as the history of its users names it', () => {
  function Made() {
    const made = urlColumns(columnKit(useT(), 'en', 'UTC'), String, vi.fn()).find(({ id }) => id === 'createdAt');
    return made?.cell({ ...url, createdAt: '2026-02-27T03:26:53.696Z' });
  }
  renderInPortal(<Made />, { onboarding });
  expect(screen.getByTitle('Feb 27, 2026, 03:26').tagName).toBe('TIME');
});
