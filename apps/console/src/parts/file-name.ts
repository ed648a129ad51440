/** The name that a resource had as a file, where its title does not already say it. */
export function fileNameBeside(title: string, filename: string | null | undefined): string | undefined {
  const name = filename?.trim() ?? '';
  const stem = name.replace(/\.[^.]{1,10}$/, '');
  return name === '' || title === name || title === stem ? undefined : name;
}
