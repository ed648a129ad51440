/** A text for the disk of this person. */
interface SavedText {
  readonly name: string;
  readonly text: string;
  /** Media type. */
  readonly type: string;
}

const KEPT_MS = 60_000;

/** Has the browser save a text as a file. */
export function saveText({ name, text, type }: SavedText): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
