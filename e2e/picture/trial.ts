import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { projectRoot } from '../harness/process';

export const WINDOW = { width: 1280, height: 800 };
/** Rooms follow what happens in the box, so that their network is never idle. */
const SETTLED_MS = 1_500;
const PICTURES = 'docs/images/trials';

/** One person at the console: counts presses and fields, measures the time, and takes pictures. */
export class Trial {
  private presses = 0;
  private fields = 0;
  private readonly begunMs = performance.now();

  private constructor(
    readonly person: string,
    readonly page: Page,
  ) {}

  static async begin(browser: Browser, person: string): Promise<Trial> {
    await mkdir(join(projectRoot, PICTURES), { recursive: true });
    const context = await browser.newContext({ viewport: WINDOW, colorScheme: 'light', reducedMotion: 'reduce' });
    context.setDefaultTimeout(60_000);
    return new Trial(person, await context.newPage());
  }

  async press(target: Locator): Promise<void> {
    await target.first().click();
    this.presses += 1;
  }

  async pressButton(name: string | RegExp): Promise<void> {
    await this.press(this.page.getByRole('button', { name, exact: true }));
  }

  async go(name: string): Promise<void> {
    await this.press(this.page.getByRole('link', { name, exact: true }));
    await this.page.getByRole('heading', { level: 1 }).first().waitFor();
  }

  async write(target: Locator, text: string): Promise<void> {
    await target.first().fill(text);
    this.fields += 1;
  }

  /** A key that sends a form. */
  async enter(): Promise<void> {
    await this.page.keyboard.press('Enter');
    this.presses += 1;
  }

  async picture(name: string): Promise<void> {
    // No tooltip over the page.
    await this.page.mouse.move(0, WINDOW.height - 1);
    await sleep(SETTLED_MS);
    await this.page.screenshot({ path: join(projectRoot, PICTURES, `${name}.png`) });
    this.note(name);
  }

  /** Prints how far the person has come. */
  note(step: string): void {
    const seconds = ((performance.now() - this.begunMs) / 1_000).toFixed(0);
    const counted = `${this.presses} presses, ${this.fields} fields, ${seconds} s`;
    process.stdout.write(`${this.person}: ${step}: ${counted}\n`);
  }

  async end(): Promise<void> {
    await this.page.context().close();
  }
}
