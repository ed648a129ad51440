import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { chromiumMissing, startChromium } from './chromium';
import type { Deployment } from './deployment';
import { FROM_CONSOLE, SESSION } from './console-session';
import { deploymentOf, type Mode, runningModes } from './modes';

const ACTION_TIMEOUT_MS = 60_000;
const HEIGHT = 900;
/** Requests of the list of boxes for each box. */
const BOX_IN_LIST = /^\/api\/v1\/kb\/[^/]+\/(?:processing-status|counters)$/;
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Rules that depend on theme and width. */
const RULES_OF_LOOK = ['color-contrast', 'target-size'];

const canRun = runningModes().includes('standalone') && chromiumMissing() === undefined;

/** A suite in a real browser, against one process: what pages do is the same in every mode. */
export function inBrowser(name: string, suite: (mode: 'standalone') => void): void {
  (canRun ? describe : describe.skip).each(['standalone'] as const)(name, suite);
}

/** A desk and a telephone, in pixels; each theme is looked at in one of them: contrast depends little on width. */
const looks = [
  { theme: 'light', width: 1280, axe: (builder: AxeBuilder) => builder.withTags(RULES) },
  { theme: 'dark', width: 360, axe: (builder: AxeBuilder) => builder.withRules(RULES_OF_LOOK) },
] as const;

export interface VisitOptions {
  readonly theme?: 'light' | 'dark';
  /** Of the window, in pixels. */
  readonly width?: number;
  /** As the browser prefers it. */
  readonly language?: string;
  /** Statuses of refusals that this test provokes; others are problems. */
  readonly refusals?: readonly number[];
  /** Whether documents have scripts and styles in them, which Chromium logs as stopped where it parses them. */
  readonly isHostile?: boolean;
  /** Whether this test takes the server away; requests without an answer are problems otherwise. */
  readonly isCutOff?: boolean;
  /** A deployment of the test itself; that of the run when absent. */
  readonly at?: Pick<Deployment, 'origin' | 'token'>;
  /** Origins besides that one which pages may lead to. */
  readonly others?: readonly string[];
}

/** One person's window. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly origin: string;
  /** Opens a session without a page. @param token that of the root user by default */
  signIn(token?: string): Promise<void>;
  /** Goes to an address of the console and waits for its heading. */
  open(path: string): Promise<void>;
  /**
   * Faults of the current page, at a desk in light and on a telephone in dark: for those who cannot see
   * or use it as others do, by being wider than the window, and by buttons that are cut off. Empty when all is well.
   */
  flaws(): Promise<string[]>;
}

/** One browser for the tests of a file. */
export class ConsoleBrowser {
  private browser: Browser | undefined;

  /** @param mode whose deployment its visits are to, where they name no other */
  constructor(private readonly mode: Mode = 'standalone') {}

  async start(): Promise<void> {
    this.browser = await startChromium();
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }

  /**
   * Runs a test in a new window, with nothing kept from others. Fails, regardless of the test, when the page
   * logged an error, broke its policy, threw, opened a dialog, or asked another origin.
   */
  async visit(options: VisitOptions, test: (visit: Visit) => Promise<void>): Promise<void> {
    if (!this.browser) throw new Error('The browser does not run');
    const { theme = 'light', width = 1280, language = 'en' } = options;
    const { origin, token } = options.at ?? this.deployment();
    const context = await this.browser.newContext({
      colorScheme: theme,
      locale: language,
      reducedMotion: 'reduce',
      viewport: { width, height: HEIGHT },
    });
    context.setDefaultTimeout(ACTION_TIMEOUT_MS);
    try {
      const page = await context.newPage();
      const problems = problemsOf(page, { ...options, origin });
      await test(visitOf(page, { origin, token }));
      expect(problems).toEqual([]);
    } finally {
      await context.close();
    }
  }

  private deployment(): Pick<Deployment, 'origin' | 'token'> {
    const { origins, token } = deploymentOf(this.mode);
    return { origin: origins[0] ?? '', token };
  }
}

function visitOf(page: Page, { origin, token: own }: Pick<Deployment, 'origin' | 'token'>): Visit {
  const context = page.context();
  return {
    page,
    context,
    origin,
    signIn: async (token = own) => {
      const answer = await context.request.post(`${origin}${SESSION}`, { headers: FROM_CONSOLE, data: { token } });
      expect(answer.status()).toBe(200);
    },
    open: async (path) => {
      await page.goto(`${origin}${path}`);
      // Documents have headings, too, after that of the page.
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
    flaws: () => flawsOf(page),
  };
}

/** Elements that make a page wider than its window: the outermost ones that reach beyond it. */
const TOO_WIDE = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
  .slice(0, 3).map((one) => 'too wide: ' + one.outerHTML.slice(0, 200))`;

/** Buttons that do not show all that they say. */
const CUT_OFF = `[...document.querySelectorAll('button .mantine-Button-label')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => 'cut off: ' + one.textContent)`;

const LAID_OUT =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))';

async function flawsOf(page: Page): Promise<string[]> {
  const flaws: string[] = [];
  const before = page.viewportSize();
  for (const { theme, width, axe } of looks) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: HEIGHT });
    // The page fits itself to the window in its own time.
    await page.evaluate(LAID_OUT);
    // A page without frames is checked where it is, with half the work: what frames find is put together in a new page.
    const builder = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
    const { violations } = await axe(builder).analyze();
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    for (const look of [TOO_WIDE, CUT_OFF]) found.push(...(await page.evaluate<string[]>(look)));
    flaws.push(...found.map((flaw) => `${theme}, ${width} px: ${flaw}`));
  }
  await page.emulateMedia({ colorScheme: null });
  if (before) await page.setViewportSize(before);
  return flaws;
}

interface Expected extends Pick<VisitOptions, 'others' | 'refusals' | 'isHostile' | 'isCutOff'> {
  readonly origin: string;
}

/** A list that grows while the page goes wrong. */
function problemsOf(page: Page, expected: Expected): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() !== 'error' || isExpected(message.text(), url, expected)) return;
    problems.push(`${message.text()} (${url})`);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => {
    // A page may ask before it is left.
    if (dialog.type() === 'beforeunload') return void dialog.accept();
    problems.push(`A dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    const known = [expected.origin, ...(expected.others ?? [])];
    const isKnown = known.some((origin) => url.startsWith(`${origin}/`)) || /^(blob|data):/.test(url);
    if (!isKnown) problems.push(`It asked ${url}`);
  });
  return problems;
}

/** Chromium logs every refusal that a page gets, also where the page expects it. */
function isExpected(text: string, url: string, { refusals = [], isHostile, isCutOff }: Expected): boolean {
  if (isHostile && /^(Executing inline event handler|Applying inline style) violates/.test(text)) return true;
  if (isCutOff && /^Failed to load resource: net::ERR_/.test(text)) return true;
  const status = Number(/^Failed to load resource: .* status of (\d{3})/.exec(text)?.[1]);
  // The list shows boxes of other specs, too, which may delete them at any time.
  if (status === 404 && BOX_IN_LIST.test(new URL(url).pathname)) return true;
  return refusals.includes(status) || (status === 401 && new URL(url).pathname === SESSION);
}
