import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** A mail of the outbox. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Mails to one address in the outbox of a data folder, in no particular order. */
export async function mailsIn(folder: string, to: string): Promise<readonly ReadMail[]> {
  const outbox = join(folder, 'mails');
  // The first mail makes the folder.
  if (!existsSync(outbox)) return [];
  const files = readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(outbox, name)))));
  return mails
    .filter((mail) => mail.to?.some(({ address }) => address === to))
    .map(({ subject = '', text = '', html = '' }) => ({ subject, text, html }));
}

/** The token in the link of a mail. */
export function tokenOf(mail: ReadMail | undefined): string {
  return /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}

/** A caller without a credential. */
export const anyone = { principal: { kind: 'none', id: '', roles: [] } } as const;
