import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode, Suspense } from 'react';
import { queries } from '../api/queries';
import { router } from '../router';
import { AwayBanner } from './away-banner';
import { colorVariables, theme } from './theme';

/** Styles that are added to the page carry the nonce of its policy. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
// Dialogs stop the page from scrolling by a style that Mantine does not make itself.
setNonce(nonce);

export function App() {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={colorVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <Notifications position="bottom-right" />
        <QueryClientProvider client={queries}>
          <AwayBanner />
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
