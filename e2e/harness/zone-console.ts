import type { Page } from 'playwright-core';
import { ConsoleBrowser, type Visit } from './browser';
import { FROM_CONSOLE, SESSION } from './console-session';
import type { Deployment } from './deployment';
import { PASSWORD } from './oauth-client';
import type { User } from './users';

/** A zone that serves the console, and a box there. */
interface ZoneOfJourney {
  readonly deployment: Deployment;
  readonly kbid: string;
}

/** Hosts that a person goes through, whose account has a box in both zones. */
export interface ZoneJourney {
  readonly accounts: Deployment;
  readonly first: ZoneOfJourney;
  readonly second: ZoneOfJourney;
  /** With a password, and an owner of the account. */
  readonly person: User;
}

/**
 * One person in a browser: signs in at the accounts host, uses the account and a box of one zone, goes on to the
 * other zone without a password, and signs out.
 */
export async function walkThroughZones(journey: ZoneJourney): Promise<void> {
  const { accounts, first, second, person } = journey;
  const browser = new ConsoleBrowser();
  await browser.start();
  const others = [accounts.origin, second.deployment.origin];
  try {
    // The page of passwords asks whether the domain of an address has single sign-on.
    await browser.visit({ at: first.deployment, others, refusals: [401, 404] }, async (visit) => {
      await signInAt(accounts, visit, person);
      await useAccount(visit, accounts);
      await askBox(visit.page, visit, first.kbid);
      await goOn(visit, second);
      await signOutAt(first.deployment, visit);
    });
  } finally {
    await browser.stop();
  }
}

async function signInAt(accounts: Deployment, { page, open, context }: Visit, { email }: User): Promise<void> {
  await open('/people');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${accounts.origin}/user/login?**`);
  await page.locator('input[name=username]').fill(email);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  await page.getByText(email).first().waitFor();
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
  expect(kept).not.toMatch(/eyJ|lectern-s/);
  expect((await context.cookies()).map(({ name }) => name).join()).not.toContain('lectern-sign-in');
}

/** Rooms whose data the accounts host has. */
async function useAccount({ page, open, flaws }: Visit, accounts: Deployment): Promise<void> {
  await open('/usage');
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  await open('/profile');
  await page.getByLabel('Name').fill('Ada of the zones');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Saved').first().waitFor();
  const security = await page.locator('a[href$="/user/security"]').getAttribute('href');
  expect(security).toBe(`${accounts.origin}/user/security`);
  await open('/boxes');
  await page.getByRole('heading', { name: 'Other zones' }).waitFor();
  expect(await flaws()).toEqual([]);
}

async function askBox(page: Page, { open }: Visit, kbid: string): Promise<void> {
  await open(`/boxes/${kbid}/ask`);
  await page.getByLabel('Your question').fill('What is red?');
  await page.getByLabel('Your question').press('Enter');
  await page.getByText('A sunrise is red.').first().waitFor();
}

/** The browser is still signed in at the accounts host. */
async function goOn({ page, open }: Visit, { deployment, kbid }: ZoneOfJourney): Promise<void> {
  await open('/boxes');
  await page.locator(`a[href="${deployment.origin}/boxes"]`).click();
  await page.waitForURL(`${deployment.origin}/sign-in**`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator(`a[href="/boxes/${kbid}"]`).waitFor();
  expect(new URL(page.url()).origin).toBe(deployment.origin);
}

async function signOutAt({ origin }: Deployment, { page, open, context }: Visit): Promise<void> {
  await open('/boxes');
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  const answer = await fetch(`${origin}${SESSION}`, { headers: { ...FROM_CONSOLE, cookie } });
  expect(answer.status).toBe(401);
  // The sign-in of the browser ended, too.
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('input[name=password]').waitFor();
}
