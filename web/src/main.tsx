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

/** Texts and the first page's code and data are fetched side by side; the page is drawn when the words are there. */
async function start(root: HTMLElement) {
  const texts = loadAreas(...bootAreas);
  await ownThisTab();
  const loaded = router.load();
  await texts;
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

const root = document.getElementById('root');
if (root) void start(root);
