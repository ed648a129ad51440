import { refusalOf, request } from '../api/request';

/** Longer files go to the disk as they come, where the browser can do that. */
const MEMORY_BYTES = 128 * 1024 * 1024;

/** Browsers of the Chromium family offer this. */
type PickFile = (options: { readonly suggestedName: string }) => Promise<FileSystemFileHandle>;

interface StoredFile {
  readonly url: string;
  readonly name: string;
  readonly sizeBytes: number;
}

/** Saves a file of a box. The session is a header, so that a link alone does not get it. @throws ApiError */
export async function saveFile({ url, name, sizeBytes }: StoredFile): Promise<void> {
  const pick: unknown = Reflect.get(window, 'showSaveFilePicker');
  if (sizeBytes > MEMORY_BYTES && typeof pick === 'function') {
    // By the specification of the File System Access API.
    const handle = await (pick as PickFile)({ suggestedName: name });
    const answer = await read(url);
    await answer.body?.pipeTo(await handle.createWritable());
    return;
  }
  const answer = await read(url);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Bytes of a file as an answer. @throws ApiError */
export async function read(url: string, signal?: AbortSignal): Promise<Response> {
  const answer = await request(url, signal ? { signal } : {});
  if (!answer.ok) throw await refusalOf(`GET ${url}`, answer);
  return answer;
}
