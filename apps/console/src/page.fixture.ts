import { configure, screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { createElement, type ReactNode } from 'react';
import type { Window } from 'happy-dom';
import { ConsoleServer } from './console-server.fixture';

export { screen, waitFor, within };

/**
 * A failure shows what a person would read, not the whole tree of elements. Those who wait fail again and again before
 * they find: only a failure that is shown computes its text.
 */
function failure(message: string | null): Error {
  const get = () => `${message?.split('\n')[0]}\n${document.body.innerText}`;
  return Object.defineProperty(new Error('Not found'), 'message', { get, configurable: true });
}
configure({ asyncUtilTimeout: 20_000, getElementError: failure });

export interface Opening {
  /** Languages of the browser. */
  readonly languages?: readonly string[];
  /** Opened by somebody who has been here before: what the browser has kept. */
  readonly kept?: Readonly<Record<string, string>>;
}

export type Person = ReturnType<typeof userEvent.setup>;

let leave: (() => Promise<void>) | undefined;

/** The window of the spec's environment, `tools/jest-dom-environment.cjs`. */
const page = () => window as unknown as Window;

async function enter(address: string, { languages = ['en'], kept = {} }: Opening, origin: string): Promise<Element> {
  await closePage();
  jest.resetModules();
  page().happyDOM.setURL(origin + address);
  page().happyDOM.settings.device.prefersReducedMotion = 'reduce';
  localStorage.clear();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  Object.defineProperty(page().navigator, 'languages', { configurable: true, value: languages });
  document.body.innerHTML = '<div id="root"></div>';
  const { startTexts } = await import('./i18n/i18n');
  await startTexts();
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has lost its root');
  return root;
}

async function show(root: Element, element: ReactNode): Promise<Person> {
  const [{ createRoot }, { queries }, { notifications }] = await Promise.all([
    import('react-dom/client'),
    import('./api/queries'),
    import('@mantine/notifications'),
  ]);
  // Forgotten answers would keep a timer each, and the worker alive.
  const { queries: forQueries, mutations } = queries.getDefaultOptions();
  queries.setDefaultOptions({
    queries: { ...forQueries, gcTime: Infinity },
    mutations: { ...mutations, gcTime: Infinity },
  });
  const shown = createRoot(root);
  leave = async () => {
    // What was sent is answered first: its message belongs to this page, not to the next.
    await waitFor(() => expect(queries.isMutating()).toBe(0));
    notifications.clean();
    shown.unmount();
    await queries.cancelQueries();
    queries.clear();
  };
  shown.render(element);
  return userEvent.setup();
}

/** Opens the console at an address, as a browser does: `main.tsx` with another root. */
export async function openPage(server: ConsoleServer, address: string, opening: Opening = {}): Promise<Person> {
  const root = await enter(address, opening, server.origin);
  const { takeArrival } = await import('./session/arrival');
  takeArrival();
  const { App } = await import('./shell/app');
  return show(root, createElement(App));
}

/** Shows a part alone, without a router. */
export async function showPart(part: () => Promise<ReactNode>, opening: Opening = {}): Promise<Person> {
  const root = await enter('/', opening, 'http://console.test');
  const [{ MantineProvider }, { QueryClientProvider }, { queries }, { Notifications }] = await Promise.all([
    import('@mantine/core'),
    import('@tanstack/react-query'),
    import('./api/queries'),
    import('@mantine/notifications'),
  ]);
  const inner = createElement(QueryClientProvider, { client: queries }, await part());
  return show(root, createElement(MantineProvider, null, createElement(Notifications), inner));
}

export async function closePage(): Promise<void> {
  await leave?.();
  leave = undefined;
}

/** The server of a spec's tests, which answers as usual before each. */
export function serverOfTests(): ConsoleServer {
  const server = new ConsoleServer();
  const { fetch } = globalThis;
  beforeAll(async () => {
    await server.start();
    // Addresses of the console are paths: a browser knows the origin.
    globalThis.fetch = (url, init) => fetch(new URL(url instanceof Request ? url.url : url, server.origin), init);
  });
  beforeEach(() => server.reset());
  afterEach(closePage);
  afterAll(async () => {
    globalThis.fetch = fetch;
    await server.stop();
  });
  return server;
}

/** The path that the page is at, with its query. */
export function address(): string {
  return window.location.pathname + window.location.search;
}

/** Chooses an option of a list that opens; without a layout it counts as out of sight. */
export async function choose(person: Person, list: Element, option: string): Promise<void> {
  await person.click(list);
  await person.click(await screen.findByRole('option', { name: option, hidden: true }));
}

/** Texts of what matches a role, as they are shown. */
export function textsOf(role: string): string[] {
  return screen.queryAllByRole(role).map(({ textContent }) => textContent?.trim() ?? '');
}
