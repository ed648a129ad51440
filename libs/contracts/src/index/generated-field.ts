/** `da-{task}-{letter}-{field}`: the letter and id of what it was made of come last. */
const GENERATED = /^da-(.+?)-[acfktu]-./;

/**
 * Label paths of a field that data augmentation made, after the task whose name begins its id; none of any other. Such
 * fields are texts and conversations.
 */
export function generatedFieldLabels({ letter, id }: { readonly letter: string; readonly id: string }): string[] {
  const task = letter === 't' || letter === 'c' ? GENERATED.exec(id)?.[1] : undefined;
  return task === undefined ? [] : [`/g/da/${task}`];
}
