import { readFile, writeFile } from 'node:fs/promises';
import { refusal } from './unpacking';

/** Shorter texts in Base64 are something else. */
const LONG = /["']([A-Za-z0-9+/=]{100000,})["']/g;
const BEGIN = '<unk>\n<s>\n</s>\n';

/** Makes the vocabulary of a SentencePiece model, a piece a line, of a script that has it as a text in Base64. */
export async function takeVocabulary(path: string): Promise<void> {
  const script = await readFile(path, 'latin1');
  for (const [, encoded = ''] of script.matchAll(LONG)) {
    const text = Buffer.from(encoded, 'base64');
    if (text.subarray(0, BEGIN.length).toString() === BEGIN) return writeFile(path, text);
  }
  throw refusal('There is no vocabulary in the script of the model');
}
