import { readFile, writeFile } from 'node:fs/promises';
import { refusal } from './refusal';

/** Shorter texts in Base64 have another purpose. */
const LONG = /["']([A-Za-z0-9+/=]{100000,})["']/g;
const BEGIN = '<unk>\n<s>\n</s>\n';

/** Extracts the vocabulary of a SentencePiece model, one piece per line, from a script that embeds it in Base64. */
export async function takeVocabulary(path: string): Promise<void> {
  const script = await readFile(path, 'latin1');
  for (const [, encoded = ''] of script.matchAll(LONG)) {
    const text = Buffer.from(encoded, 'base64');
    if (text.subarray(0, BEGIN.length).toString() === BEGIN) return writeFile(path, text);
  }
  throw refusal('There is no vocabulary in the script of the model');
}
