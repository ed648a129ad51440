import { answerMessages } from '@lectern/workers';
import { documentParts } from './file-pieces';
import { openFernet } from './fernet';
import type { EncryptedFile, OpenedFile } from './imported-file';

answerMessages(({ token, key }: EncryptedFile): OpenedFile => {
  const text = openFernet(token, key);
  if (!text) return { isWrong: true };
  try {
    return documentParts(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text)));
  } catch {
    return { loc: [], problem: 'it has no JSON in it' };
  }
});
