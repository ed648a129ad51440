import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** The first is the same engine without the rest of a browser, which takes most of the CPU of a page under test. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const START_TIMEOUT_MS = 60_000;
/** It asks nobody but us, and runs where there is no user namespace. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

function found(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const files = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Why no page can be tested here; undefined when it can. */
export function chromiumMissing(): string | undefined {
  return found() === undefined ? 'no Chromium: install the package chromium' : undefined;
}

/** @throws Error when it is missing */
export async function startChromium(): Promise<Browser> {
  const executablePath = found();
  if (executablePath === undefined) throw new Error(chromiumMissing());
  return chromium.launch({ executablePath, args: ARGUMENTS, timeout: START_TIMEOUT_MS });
}
