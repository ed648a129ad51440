import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deploymentOf, type Mode } from './modes';

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

/** What a deployment has written to somebody, in no particular order. */
export async function mailsTo(mode: Mode, email: string): Promise<readonly Mail[]> {
  const folder = join(deploymentOf(mode).folder, 'mails');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.filter((text) => text.includes(`\r\nTo: ${email}\r\n`)).map(mailOf);
}

function mailOf(written: string): Mail {
  const [headers = '', body = ''] = written.split('\r\n\r\n');
  const words = [...headers.matchAll(/=\?utf-8\?B\?([^?]*)\?=/g)].map(([, word = '']) => decoded(word));
  return { subject: words.join(''), text: decoded(body) };
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
