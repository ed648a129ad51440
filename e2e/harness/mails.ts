import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deploymentOf, type Mode } from './modes';

export interface Mail {
  readonly subject: string;
  readonly text: string;
  /** Empty where there is none. */
  readonly html: string;
}

/** Mails of a deployment to one address, in no particular order. */
export async function mailsTo(mode: Mode, email: string): Promise<readonly Mail[]> {
  return outboxOf(deploymentOf(mode).folder, email);
}

/** The same of a deployment of its own, by its folder. */
export async function outboxOf(dataDir: string, email: string): Promise<readonly Mail[]> {
  const { default: PostalMime } = await import('postal-mime');
  const folder = join(dataDir, 'mails');
  // The first mail makes the folder.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails
    .filter(({ to }) => to?.some(({ address }) => address === email))
    .map(({ subject = '', text = '', html = '' }) => ({ subject, text, html }));
}
