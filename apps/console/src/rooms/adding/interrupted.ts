import { defaultOptions, type PreviousUpload } from 'tus-js-client';
import { uploadsOf } from './file-transfer';

/** The server removes uploads that are not continued for four hours. */
const KEPT_MS = 4 * 60 * 60 * 1_000;

/** Uploads into a box that were cut off and can be continued when the same files are added again. */
export async function interruptedUploads(kbid: string): Promise<PreviousUpload[]> {
  const all = await defaultOptions.urlStorage.findAllUploads();
  const ofBox = all.filter(({ urlStorageKey }) => urlStorageKey.includes(uploadsOf(kbid)));
  const [kept, expired] = [ofBox.filter(isKept), ofBox.filter((upload) => !isKept(upload))];
  await Promise.all(expired.map(forget));
  return kept;
}

export function forget({ urlStorageKey }: PreviousUpload): Promise<void> {
  return defaultOptions.urlStorage.removeUpload(urlStorageKey);
}

function isKept({ creationTime }: PreviousUpload): boolean {
  const begun = new Date(creationTime).getTime();
  return Date.now() - begun < KEPT_MS;
}
