import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isForbidden } from './shell/open-page.ts';
import { createQueryClient } from './shell/query-client.ts';
import { createPortalRouter } from './shell/router.tsx';
import { bootAreas, loadAreas } from './i18n/texts.ts';
import { ownThisTab } from './session/own-tab.ts';

const queryClient = createQueryClient();
const router = createPortalRouter(queryClient);
// Asked for at once; where it does not come, the router asks again and says so.
const found = router.options.context.findPage(location.pathname).catch(() => false);

/** Texts and the first page's code and data are fetched side by side; the page is drawn when the words are there. */
async function start(root: HTMLElement) {
  const texts = loadAreas(...bootAreas).then(
    () => true,
    () => false,
  );
  await Promise.all([ownThisTab(), found]);
  const loaded = router.load();
  // Without words of its own the page shows those it came with (portal.html).
  if (!(await texts)) return void window.dispatchEvent(new Event('unreached'));
  // A page that is not for somebody's role is no failure of the program.
  const onCaughtError = (error: unknown) => {
    if (!isForbidden(error)) console.error(error);
  };
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  await loaded;
}

// The router loads the page again where a part of it did not come: without a network that would end at the browser's
// own page of errors. It knows such failures by how their messages begin.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = `network: ${payload.message}`;
});

const root = document.getElementById('root');
if (root) void start(root);
