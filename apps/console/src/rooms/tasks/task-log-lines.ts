/** A line of the log of a task, and the resource that it is about. */
export interface LoggedLine {
  readonly text: string;
  readonly rid?: string;
}

const RESOURCE = /\b[0-9a-f]{32}\b/;

/** Lines of a log; a resource is named by its id of 32 digits. */
export function taskLogLines(log: string | null): readonly LoggedLine[] {
  return (log ?? '').split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const [rid] = RESOURCE.exec(line) ?? [];
    return [{ text: line.trim(), ...(rid !== undefined && { rid }) }];
  });
}
