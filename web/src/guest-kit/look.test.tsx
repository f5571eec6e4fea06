import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { GuestLook } from '#contract/site/theme.ts';
import '../../test/patience.ts';
import { GuestProvider } from './context.tsx';
import { Logo } from './Logo.tsx';
import { TenantLook } from './TenantLook.tsx';

const demo: GuestLook = {
  tenantId: 'demo',
  themeColor: '#0b7a75',
  logo: '/demo.png',
  logoPlate: true,
  headerTitle: null,
  headerStyle: 'plain',
};
const { tenantId: _, ...annex } = { ...demo, themeColor: '#8a1c5b', logo: '/annex.png', headerTitle: 'Annex' };
const brand = () => document.documentElement.style.getPropertyValue('--brand');

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  document.documentElement.removeAttribute('style');
});

function show(tenantId: string | null | undefined) {
  const asked = vi.fn(async () => Response.json(annex));
  vi.stubGlobal('fetch', asked);
  const guest = { language: 'en', product: 'Portico', t: (key: string) => key, data: { look: demo } };
  const page = (id: string | null | undefined) => (
    <GuestProvider guest={guest}>
      <TenantLook tenantId={id}>
        <Logo />
      </TenantLook>
    </GuestProvider>
  );
  const { rerender } = render(page(tenantId));
  return { asked, change: (id: string | null) => rerender(page(id)) };
}

test.each([undefined, 'demo'])('a page for %s stays as it came, and asks for nothing', (tenantId) => {
  const { asked } = show(tenantId);
  expect(screen.getByAltText('demo').getAttribute('src')).toBe('/demo.png');
  expect(asked).not.toHaveBeenCalled();
  expect(brand()).toBe('');
});

test('a page of no tenant has the product’s own look', async () => {
  show(null);
  expect(screen.getByText('Portico')).toBeTruthy();
  await waitFor(() => expect(brand()).toBe('#3056d3'));
});

test('another tenant’s look is asked for and put on; until then the page keeps its own', async () => {
  const { change } = show(undefined);
  change('annex');
  expect(screen.getByAltText('demo')).toBeTruthy();
  await screen.findByText('Annex');
  await waitFor(() => expect(brand()).toBe('#8a1c5b'));
  change('demo');
  expect(screen.getByAltText('demo')).toBeTruthy();
  await waitFor(() => expect(brand()).toBe('#0b7a75'));
});
